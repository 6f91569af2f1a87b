import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMoneyInput } from "./input.ts";
import { groupTyped, type TypedText } from "./typed.ts";

const LOCALES = ["vi-VN", "en-US", "pt-BR", "es", "zh-TW", "zh-CN", "fr", "ko-KR", "ja-JP", "id-ID"] as const;

/** A field in which keys are pressed, as a browser does it. */
function field(locale: string, start = "") {
  let now: TypedText = { text: start, caret: start.length };
  const edit = (text: string, caret: number, inputType: string, data: string | null) => {
    now = groupTyped({ before: now.text, after: { text, caret }, inputType, data }, locale);
  };
  const insert = (data: string, inputType: string) => {
    const { text, caret } = now;
    edit(
      text.slice(0, caret) + data + text.slice(caret),
      caret + data.length,
      inputType,
      inputType === "insertFromPaste" ? null : data,
    );
  };
  return {
    type: (keys: string) => {
      for (const key of keys) insert(key, "insertText");
    },
    paste: (text: string) => insert(text, "insertFromPaste"),
    backspace: () => {
      const { text, caret } = now;
      if (caret > 0)
        edit(text.slice(0, caret - 1) + text.slice(caret), caret - 1, "deleteContentBackward", null);
    },
    del: () => {
      const { text, caret } = now;
      if (caret < text.length)
        edit(text.slice(0, caret) + text.slice(caret + 1), caret, "deleteContentForward", null);
    },
    moveTo: (caret: number) => {
      now = { ...now, caret };
    },
    /** The text with the caret as "|". */
    shown: () => `${now.text.slice(0, now.caret)}|${now.text.slice(now.caret)}`,
    text: () => now.text,
  };
}

test.each([
  ["vi-VN", "1234567,5", "1.234.567,5|"],
  ["en-US", "1234567.5", "1,234,567.5|"],
  ["fr", "1234567,5", "1\u202F234\u202F567,5|"],
  ["es", "12345", "12.345|"],
  ["ja-JP", "1000", "1,000|"],
])("%s: %s is grouped as it is typed", (locale, keys, shown) => {
  const amount = field(locale);
  amount.type(keys);
  expect(amount.shown()).toBe(shown);
});

describe("the caret stays beside its digit", () => {
  test("when digits are typed or deleted in the middle", () => {
    const amount = field("vi-VN", "1.234.567");
    amount.moveTo(3);
    expect(amount.shown()).toBe("1.2|34.567");
    amount.type("9");
    expect(amount.shown()).toBe("12.9|34.567");
    amount.backspace();
    expect(amount.shown()).toBe("1.2|34.567");
    amount.backspace();
    expect(amount.shown()).toBe("1|34.567");
  });

  test("a deleted group sign takes its digit with it", () => {
    const amount = field("vi-VN", "1.234");
    amount.moveTo(2);
    amount.backspace();
    expect(amount.shown()).toBe("|234");
    const other = field("vi-VN", "1.234");
    other.moveTo(1);
    other.del();
    expect(other.shown()).toBe("1|34");
  });
});

describe("what may be meant otherwise is not changed", () => {
  test("a group sign that is typed stays, and is wrong unless it is in its place", () => {
    const amount = field("vi-VN");
    amount.type("1.5");
    expect(amount.text()).toBe("1.5");
    expect(parseMoneyInput(amount.text(), "vi-VN")).toEqual({ ok: false, reason: "bad-grouping" });
    amount.backspace();
    amount.type("000");
    expect(amount.text()).toBe("1.000");
    amount.type("0");
    expect(amount.text()).toBe("10.000");
  });

  test("what is pasted is read by the locale", () => {
    const thousand = field("vi-VN");
    thousand.paste("1.000");
    thousand.type("5");
    expect(thousand.text()).toBe("10.005");
    const bare = field("vi-VN");
    bare.paste("250000");
    expect(bare.text()).toBe("250.000");
    const foreign = field("vi-VN");
    foreign.paste("1,000.50");
    expect(foreign.text()).toBe("1,000.50");
    const point = field("en-US");
    point.paste("12.50");
    expect(parseMoneyInput(point.text(), "en-US")).toEqual({ ok: true, value: 1250n });
  });

  test("letters and signs stay to be named as an error", () => {
    const amount = field("en-US");
    amount.type("12a");
    expect(amount.text()).toBe("12a");
    expect(parseMoneyInput(amount.text(), "en-US")).toEqual({ ok: false, reason: "not-a-number" });
  });
});

test("whatever digits are typed wherever, the amount is that of the digits", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LOCALES),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat(20)), { minLength: 1, maxLength: 12 }),
      (locale, keys) => {
        const amount = field(locale);
        let digits = "";
        for (const [key, at] of keys) {
          const place = Math.min(at, digits.length);
          // The same place among the digits, wherever the group signs are.
          const text = amount.text();
          let caret = 0;
          for (let seen = 0; seen < place; caret += 1) if (/\d/u.test(text[caret] ?? "")) seen += 1;
          amount.moveTo(caret);
          amount.type(String(key));
          digits = (digits.slice(0, place) + String(key) + digits.slice(place)).replace(/^0+(?=\d)/u, "");
        }
        expect(amount.text().replaceAll(/\D/gu, "")).toBe(digits);
        const read = parseMoneyInput(amount.text(), locale);
        expect(read).toEqual({ ok: true, value: BigInt(digits) * 100n });
      },
    ),
  );
});
