import type { WithdrawAddress } from "@lotus/contract";
import { maskName } from "../../identity/identity.ts";
import type { OpenAddress } from "./sealed-address.ts";

/** A masked number its owner recognizes: the last four digits of a card, both ends of a wallet address. */
export function maskNumber({ kind, number }: Pick<OpenAddress, "kind" | "number">): string {
  return kind === "bank" ? `•••• ${number.slice(-4)}` : `${number.slice(0, 5)}…${number.slice(-5)}`;
}

/** Text beside a number: the bank, or the network's name. */
export function payeeName({ bankName, network }: Pick<OpenAddress, "bankName" | "network">): string {
  return bankName ?? NETWORK_NAMES[network ?? "tron"];
}

const NETWORK_NAMES = { tron: "TRON", ethereum: "Ethereum", bitcoin: "Bitcoin" } as const;

/** An address as the API returns it. */
export function maskedAddress(
  address: OpenAddress,
  { created, locked }: { readonly created: bigint; readonly locked: boolean },
): WithdrawAddress {
  const { id, kind, bankName, network, realName } = address;
  return {
    id: String(id),
    kind,
    ...(bankName === null ? {} : { bankName }),
    ...(realName === null ? {} : { realName: maskName(realName) }),
    ...(network === null ? {} : { network }),
    number: maskNumber(address),
    locked,
    createdAt: Number(created),
  };
}
