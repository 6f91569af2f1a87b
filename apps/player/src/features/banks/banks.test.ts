import { bankName } from "@lotus/contract";
import { expect, test } from "vitest";
import { BANKS } from "./banks.ts";
import { bankNamed, bankWithBin, searchBanks } from "./find-bank.ts";

const names = (typed: string) => searchBanks(typed).map(({ name }) => name);

test("every bank has a code and a NAPAS id of its own, and a name that the server accepts", () => {
  for (const of of ["code", "bin", "name"] as const)
    expect(new Set(BANKS.map((bank) => bank[of])).size).toBe(BANKS.length);
  for (const { bin, name, full, hue } of BANKS) {
    expect(bin).toMatch(/^\d{6}$/u);
    expect(bankName.safeParse(name).success).toBe(true);
    expect([full.length > 2, hue >= 0 && hue < 360]).toEqual([true, true]);
  }
});

test("a bank is found by name, registered name, code and NAPAS id, without accents", () => {
  expect(names("vietcom")[0]).toBe("Vietcombank");
  expect(names("ngoai thuong")[0]).toBe("Vietcombank");
  expect(names("970407")).toEqual(["Techcombank"]);
  expect(names("vcb")[0]).toBe("Vietcombank");
  expect(names("mbbank")[0]).toBe("MB Bank");
  expect(names("dong a")).toContain("Vikki Bank");
  expect(names("no such bank")).toEqual([]);
  expect(names(" ")).toHaveLength(BANKS.length);
});

test("a stored name leads to its bank, whoever wrote it; an unknown one to none", () => {
  expect(bankNamed("vietcombank")?.code).toBe("VCB");
  expect(bankNamed("Ngân hàng Techcombank")?.code).toBe("TCB");
  expect(bankNamed("ICB")?.name).toBe("VietinBank");
  expect(bankNamed("A bank of my village")).toBeUndefined();
  // A text that names two means neither for sure.
  expect(bankNamed("Vietcombank or Techcombank")).toBeUndefined();
  expect(bankWithBin("970436")?.name).toBe("Vietcombank");
  expect(bankWithBin("000000")).toBeUndefined();
});
