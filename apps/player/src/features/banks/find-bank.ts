import { tidyTyped } from "@lotus/money";
import { searchRank } from "../../components/matches-search.ts";
import { type Bank, BANKS } from "./banks.ts";

/** Banks that match what is typed: by name, registered name, code or NAPAS id, without accents; best first. */
export function searchBanks(typed: string): readonly Bank[] {
  if (tidyTyped(typed) === "") return BANKS;
  return BANKS.map((bank) => ({
    bank,
    rank: searchRank(typed, [[bank.name, bank.code], [bank.bin], [bank.full]]),
  }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ bank }) => bank);
}

/** The bank of a name as it is stored: chosen from the list, or once typed by hand. Undefined if none is meant for sure. */
export function bankNamed(name: string): Bank | undefined {
  const words = name.trim().toLowerCase();
  const exact = BANKS.find(
    ({ name: known, code }) => known.toLowerCase() === words || code.toLowerCase() === words,
  );
  if (exact !== undefined) return exact;
  // "Ngân hàng Vietcombank" names one as whole words; a text that names several means none for sure.
  const text = ` ${words.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  const named = BANKS.filter((bank) => text.includes(` ${bank.name.toLowerCase()} `));
  return named.length === 1 ? named[0] : undefined;
}

/** The bank with this NAPAS id. */
export function bankWithBin(bin: string): Bank | undefined {
  return BANKS.find((bank) => bank.bin === bin);
}
