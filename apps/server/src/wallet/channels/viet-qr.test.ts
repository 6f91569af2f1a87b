import { expect, test } from "vitest";
import { vietQr } from "./viet-qr.ts";

/** A generic parser of EMVCo fields, written independently of the encoder. */
function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length;) {
    const [tag, length] = [text.slice(at, at + 2), Number(text.slice(at + 2, at + 4))];
    const value = text.slice(at + 4, at + 4 + length);
    if (!/^\d\d$/u.test(tag) || value.length !== length || fields.has(tag))
      throw new Error(`broken at ${at}`);
    fields.set(tag, value);
    at += 4 + length;
  }
  return fields;
}

/** The remainder of the message by x^16 + x^12 + x^5 + 1, bit by bit over its text form, begun with all ones. */
function remainder(text: string): string {
  const bits = Array.from(Buffer.from(text), (byte) => byte.toString(2).padStart(8, "0"))
    .join("")
    .split("")
    .map(Number);
  const register = Array.from({ length: 16 }, () => 1);
  for (const bit of bits) {
    const out = (register.shift() ?? 0) ^ bit;
    register.push(out);
    if (out === 1) for (const tap of [3, 10]) register[tap] = (register[tap] ?? 0) ^ 1;
  }
  return Number.parseInt(register.join(""), 2).toString(16).toUpperCase().padStart(4, "0");
}

test("the test's own checksum is that of the standard", () => {
  expect(remainder("123456789")).toBe("29B1");
});

const TRANSFER = {
  bin: "970436",
  account: "0011001234567",
  amountDong: 1_234_500n,
  reference: "R2026112100000000042",
};

test("an independent reader finds bank, account, amount and reference", () => {
  const text = vietQr(TRANSFER);
  const fields = readFields(text);
  expect([...fields.keys()]).toEqual(["00", "01", "38", "53", "54", "58", "62", "63"]);
  expect(fields.get("00")).toBe("01");
  expect(fields.get("01")).toBe("12");
  const merchant = readFields(fields.get("38") ?? "");
  expect(merchant.get("00")).toBe("A000000727");
  expect(merchant.get("02")).toBe("QRIBFTTA");
  expect(Object.fromEntries(readFields(merchant.get("01") ?? ""))).toEqual({
    "00": TRANSFER.bin,
    "01": TRANSFER.account,
  });
  expect([fields.get("53"), fields.get("54"), fields.get("58")]).toEqual(["704", "1234500", "VN"]);
  expect(Object.fromEntries(readFields(fields.get("62") ?? ""))).toEqual({ "08": TRANSFER.reference });
  expect(text.endsWith(`6304${remainder(text.slice(0, -4))}`)).toBe(true);
});

test("a code that is known to be read is written to the letter", () => {
  expect(
    vietQr({ bin: "970415", account: "0011001932418", amountDong: 120_000n, reference: "ung ho lu lut" }),
  ).toBe(
    "00020101021238570010A00000072701270006970415011300110019324180208QRIBFTTA" +
      "530370454061200005802VN62170813ung ho lu lut6304C15C",
  );
});

test("the test's own checksum is that of NAPAS' published example", () => {
  const example =
    "00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA" +
    "530370454061800005802VN62340107NPS68690819thanh toan don hang6304";
  expect(remainder(example)).toBe("2E2E");
});

test.each([
  { amountDong: 0n },
  { amountDong: 10n ** 13n },
  { bin: "97043" },
  { account: "" },
  { account: "12 34" },
  { reference: "" },
  { reference: "x".repeat(26) },
  { reference: "Đ" },
])("%o is refused", (wrong) => {
  expect(() => vietQr({ ...TRANSFER, ...wrong })).toThrow(RangeError);
});
