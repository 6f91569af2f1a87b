import { SHARED_SLIP_MAX } from "@lotus/contract/pages";
import type { PickedLine } from "./assess.ts";
import { MAX_LINES } from "./game-store.ts";

/**
 * A slip as text for a link: "1.<checksum>.<lines>". Lines are divided by three asterisks, an option and its groups by two, a group
 * and its items by one: no id has an asterisk, and an address needs to escape none of it. Neither money nor a name is in it.
 */
const VERSION = "1";

/** Why a link holds no slip. */
export type BadShare = "damaged" | "newer" | "tooLong";

export type ReadShare =
  | { readonly ok: true; readonly lines: readonly PickedLine[] }
  | { readonly ok: false; readonly problem: BadShare };

/** The text of a slip; null if it is too long for a link. */
export function writeSharedSlip(gameCode: string, lines: readonly PickedLine[]): string | null {
  const body = lines
    .map(({ optionId, groups }) =>
      [optionId, ...groups.map(({ code, items }) => [code, ...items].join("*"))].join("**"),
    )
    .join("***");
  const text = `${VERSION}.${checksum(gameCode, body)}.${body}`;
  return text.length > SHARED_SLIP_MAX ? null : text;
}

/** Reads the text of a link. That its picks are bets is up to the rules. */
export function readSharedSlip(gameCode: string, text: string): ReadShare {
  if (text.length > SHARED_SLIP_MAX) return { ok: false, problem: "tooLong" };
  const [, version = "", sum = "", body = ""] = /^(\d{1,3})\.([0-9a-z]{1,8})\.(.+)$/u.exec(text) ?? [];
  if (version !== "" && version !== VERSION) return { ok: false, problem: "newer" };
  if (version === "" || sum !== checksum(gameCode, body)) return { ok: false, problem: "damaged" };
  const lines = body.split("***").map((line): PickedLine | null => {
    const [optionId = "", ...groups] = line.split("**");
    const picked = groups.map((group) => {
      const [code = "", ...items] = group.split("*");
      return { code, items };
    });
    const isWhole =
      ID.test(optionId) &&
      picked.length > 0 &&
      picked.every(
        ({ code, items }) => ID.test(code) && items.length > 0 && items.every((item) => ID.test(item)),
      );
    return isWhole ? { optionId, groups: picked } : null;
  });
  const whole = lines.filter((line) => line !== null);
  if (whole.length < lines.length || whole.length > MAX_LINES) return { ok: false, problem: "damaged" };
  return { ok: true, lines: whole };
}

/** Ids of options, groups and items. */
const ID = /^[\w.-]{1,40}$/u;

/**
 * FNV-1a of 32 bits, over the game too: a link that a chat has cut, or whose game was changed, is noticed. It proves nothing: who
 * writes a link may write any.
 */
function checksum(gameCode: string, body: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const sign of `${gameCode} ${body}`) {
    hash ^= sign.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01_00_01_93);
  }
  return (hash >>> 0).toString(36);
}
