import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { namesIn, nearlyNamedIn, newReference, orderIdsIn } from "./reference.ts";

const ALPHABET = "34679ACDEFGHJKMNPQRTWXY";
const SEED = 20261129;

/** References drawn from reproducible bytes. */
const references = fc
  .uint8Array({ minLength: 18 * 40, maxLength: 18 * 40 })
  .filter((bytes) => new Set(bytes).size > 100)
  .map((bytes) => {
    let used = 0;
    return newReference({ bytes: (length) => bytes.slice(used, (used += length)) });
  });

const words = fc.constantFrom(
  ..."MBVCB.4213 CT DEN: tu Nguyễn Văn Ánh chuyen tien 0011001234567 ND;GD 123456-112926/10:22 FT26333 THANH TOAN 转账 -TRACE99".split(
    " ",
  ),
);

/** What banks do to the text of a transfer: case, width, accents, breaks, words around, and a length they cut it to. */
const asBanksDo = (reference: string) =>
  fc
    .record({
      before: fc.array(words, { maxLength: 4 }),
      after: fc.array(words, { maxLength: 4 }),
      joined: fc.tuple(fc.boolean(), fc.boolean()),
      case: fc.constantFrom("upper", "lower", "mixed"),
      wide: fc.boolean(),
      accent: fc.boolean(),
      marks: fc.array(fc.constantFrom("", "", "", " ", "-", ".", "  ", "\n", "_", "/", "\u200B"), {
        minLength: reference.length,
        maxLength: reference.length,
      }),
      cut: fc.boolean(),
    })
    .map(({ before, after, joined, marks, cut, ...how }) => {
      const written = reference
        .split("")
        .map((letter, at) => {
          const cased =
            how.case === "upper" || (how.case === "mixed" && at % 2 === 0) ? letter : letter.toLowerCase();
          const wide = how.wide ? String.fromCodePoint((cased.codePointAt(0) ?? 0) + 0xfee0) : cased;
          const accented = how.accent && /[aey]/iu.test(cased) ? `${wide}\u0301` : wide;
          return accented + (at < reference.length - 1 ? (marks[at] ?? "") : "");
        })
        .join("");
      const head = before.join(" ") + (joined[0] ? "" : " ") + written;
      const text = head + (joined[1] ? "" : " ") + after.join(" ");
      return cut ? text.slice(0, Math.max(head.length, 35)) : text;
    });

test("a reference is found in whatever a bank makes of it", () => {
  fc.assert(
    fc.property(
      references.chain((reference) => fc.tuple(fc.constant(reference), asBanksDo(reference))),
      ([reference, text]) => {
        const { apart, within } = namesIn(text);
        expect([...apart, ...within]).toContain(reference);
      },
    ),
    { numRuns: 3_000, seed: SEED },
  );
});

test("one that stands by itself is told from one within longer words", () => {
  expect(namesIn("MBVCB.123. 7QX kyt 6h4")).toMatchObject({ apart: [], within: [] });
  const reference = newReference({ bytes: randomBytes });
  const [a, b, c] = [reference.slice(0, 3), reference.slice(3, 6), reference.slice(6)];
  expect(namesIn(`MBVCB.123. ${a} ${b} ${c} chuyen tien`).apart).toEqual([reference]);
  // None of the letters beside it may be part of a reference, or it would sometimes name two.
  expect(namesIn(`VIB${a}-${b}.${c}ONG`)).toMatchObject({ apart: [], within: [reference] });
});

/**
 * A stretch of nine characters is one certain reference of 23^9 (1.8e12). With a million references in use and 500
 * characters a text, fewer than one random text of 3,600 names one; and money passes only if the amount fits as well.
 */
test("random texts name no recharge that waits", () => {
  const waiting = new Set(Array.from({ length: 20_000 }, () => newReference({ bytes: randomBytes })));
  const letters = fc.array(fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789  .-".split("")), {
    maxLength: 300,
  });
  const phrases = fc.array(words, { maxLength: 30 }).map((all) => all.join(" ").split(""));
  let found = 0;
  fc.assert(
    fc.property(fc.oneof(letters, phrases), (text) => {
      const { apart, within } = namesIn(text.join(""));
      found += [...apart, ...within].filter((one) => waiting.has(one)).length;
    }),
    { numRuns: 2_000, seed: SEED },
  );
  // By the bound above, 0.007 are to be expected.
  expect(found).toBe(0);
});

describe("errors of one hand", () => {
  const errors = references.chain((reference) =>
    fc
      .record({
        at: fc.nat({ max: 8 }),
        other: fc.constantFrom(...ALPHABET.split(""), "0", "O", "I", "5"),
        kind: fc.nat({ max: 3 }),
      })
      .map(({ at, other, kind }) => {
        const [before, letter, after] = [
          reference.slice(0, at),
          reference.charAt(at),
          reference.slice(at + 1),
        ];
        const wrong = [
          before + other + after,
          before + after.charAt(0) + letter + after.slice(1),
          before + after,
          before + other + letter + after,
        ][kind];
        return { reference, wrong: wrong ?? "" };
      })
      .filter(({ wrong }) => wrong !== reference),
  );

  test("one wrong, missing or added, or two that changed places: never certain, always near", () => {
    fc.assert(
      fc.property(errors, ({ reference, wrong }) => {
        const text = `00 ${wrong} 00`;
        expect(namesIn(text).apart).not.toContain(reference);
        if (!wrong.includes(reference)) expect(namesIn(text).within).not.toContain(reference);
        expect(nearlyNamedIn(text).includes(reference) || wrong.includes(reference)).toBe(true);
      }),
      { numRuns: 2_000, seed: SEED },
    );
  });

  test("no wrong character and no exchange gives another reference", () => {
    fc.assert(
      fc.property(errors, ({ wrong }) => {
        if (wrong.length !== 9) return;
        const { apart, within } = namesIn(wrong);
        expect([...apart, ...within]).toEqual([]);
      }),
      { numRuns: 2_000, seed: SEED },
    );
  });
});

test("an order's number is found broken, in other widths and joined, but not as a part of a longer one", () => {
  const id = 2026112800000000003n;
  for (const text of [
    "R2026112800000000003",
    "CT DEN:r2026112800000000003 tu 0123",
    "R2026 1128 0000 0000 003",
    "R 2026-1128.0000 0000-003 NGUYEN VAN A",
    "MBVCBＲ２０２６１１２８００００００００００３",
    "R2026112800000\n000003/GD 1234",
  ])
    expect([text, orderIdsIn(text)]).toEqual([text, [id]]);
  for (const none of [
    "R202611280000000000",
    "R20261128000000000031",
    "2026112800000000003",
    "R9999999999999999999",
  ])
    expect([none, orderIdsIn(none)]).toEqual([none, []]);
});
