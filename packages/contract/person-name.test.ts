import fc from "fast-check";
import { expect, test } from "vitest";
import {
  compareNames,
  comparePersons,
  nameForms,
  namesWithin,
  nameSpellings,
  type NameMatch,
} from "./person-name.ts";

/** Latin letters with what passports make of them: ICAO Doc 9303 part 3, section 6, table A, and the letter alone. */
const PASSPORTS: Readonly<Record<string, string>> = {
  A: "ÀÁÂÃĀĂĄÄÅẠẢẤẬẮẶ",
  AE: "ÄÆ",
  AA: "Å",
  C: "ÇĆĈĊČ",
  D: "ÐĎĐ",
  E: "ÈÉÊËĒĔĖĘĚẸẺẼẾỆ",
  G: "ĜĞĠĢ",
  H: "ĤĦ",
  I: "ÌÍÎÏĨĪĬĮİıỈỊ",
  IJ: "Ĳ",
  J: "Ĵ",
  K: "Ķ",
  L: "ĹĻĽĿŁ",
  N: "ÑŃŅŇŊ",
  NXX: "Ñ",
  O: "ÒÓÔÕŌŎŐÖØỌỎỐỘƠỚỢ",
  OE: "ÖØŒ",
  Q: "ĸ",
  R: "ŔŖŘ",
  S: "ŚŜŞŠȘ",
  SS: "ßẞ",
  T: "ŢŤŦȚ",
  TH: "Þ",
  U: "ÙÚÛŨŪŬŮŰŲÜỤỦƯỨỰ",
  UE: "Ü",
  UXX: "Ü",
  W: "Ŵ",
  Y: "ÝŶŸỲỴỶỸ",
  Z: "ŹŻŽ",
};

const matches = (pairs: readonly (readonly [string, string])[], match: NameMatch) => {
  for (const [one, other] of pairs) {
    expect([one, other, compareNames(one, other)]).toEqual([one, other, match]);
    expect([other, one, compareNames(other, one)]).toEqual([other, one, match]);
  }
};

test("each Latin letter is what passports and keyboards make of it, in either case, composed or not", () => {
  for (const [plain, letters] of Object.entries(PASSPORTS))
    for (const letter of Array.from(letters))
      for (const typed of [letter, letter.toLowerCase(), letter.normalize("NFD")])
        matches([[`Ma${typed}tin Perk`, `MA${plain}TIN PERK`]], "same");
});

test("a name is the same in each way in which banks, passports and keyboards write it", () => {
  matches(
    [
      ["Łukasz Wójcik", "LUKASZ WOJCIK"],
      ["Łukasz Wójcik", "wojcik, łukasz"],
      ["Đỗ Thị Hồng", "DO THI HONG"],
      ["Nguyễn Văn An", "ＮＧＵＹＥＮ　ＶＡＮ　ＡＮ"],
      ["Nguyễn Văn An", "An Nguyen Van"],
      ["Trần An Bình", "TRAN ANBINH"],
      ["Jürgen Groß", "JUERGEN GROSS"],
      ["Jürgen Groß", "JURGEN GROSS"],
      ["Søren Ångström", "SOEREN AANGSTROEM"],
      ["Søren Ångström", "Soren Angstrom"],
      ["Íñigo Núñez", "INIGO NUNEZ"],
      ["Işıl Yıldız", "ISIL YILDIZ"],
      ["İbrahim Çelik", "ibrahim celik"],
      ["Sinéad O’Neil", "SINEAD ONEIL"],
      ["Sinéad O'Neil", "Sinead O Neil"],
      ["Jean-Pierre Lefèvre", "LEFEVRE JEAN PIERRE"],
      ["Jean-Pierre Lefèvre", "JEANPIERRE LEFEVRE"],
      ["João da Silva Jr.", "JOAO DA SILVA JR"],
      ["Юлия Щукина", "IULIIA SHCHUKINA"],
      ["Ειρήνη Παππάς", "ΕΙΡΗΝΗ ΠΑΠΠΑΣ"],
      ["アンナ・スミス", "ｱﾝﾅ ｽﾐｽ"],
      ["欧阳\u202A明", "欧阳明"],
      ["김 민준", "김민준"],
    ],
    "same",
  );
});

test("what is nearly a name is neither the same nor another", () => {
  matches(
    [
      ["Mueller Hans", "Muller Hans"],
      ["Łukasz Wójcik", "Lukas Wojcik"],
      ["Łukasz Wójcik", "Lukasz Wojick"],
      ["Nguyễn Văn An", "Nguyen An"],
      ["Maria Garcia", "María García López"],
      ["Nguyễn V. An", "Nguyen Van An"],
      ["L Wójcik", "Lukasz Wojcik"],
      ["Alejandro Fernandez", "ALEJANDRO FERNAN"],
      ["李明", "LI MING"],
      ["山田花子", "ヤマダハナコ"],
    ],
    "near",
  );
});

test("other names stay others", () => {
  matches(
    [
      ["Nguyen Van A", "Nguyen Van B"],
      ["Nguyễn Văn Tuệ", "Nguyễn Văn Tú"],
      ["Nguyễn Thị Hoa", "Nguyễn Thị Hoan"],
      ["Đỗ Thị Hồng", "Đỗ Thị Hoa"],
      ["Trần Bình", "Trần Minh"],
      ["Łukasz Wójcik", "Łukasz Nowak"],
      ["Nguyễn Văn An", "Trần Thị Bích"],
      ["李明", "李民"],
      ["かとう", "がとう"],
      ["राम", "रीम"],
      ["An", "Nguyen An"],
      ["", ""],
      ["123", "…"],
    ],
    "other",
  );
});

test("a name is the same as itself in any case, width, order of parts and composition; comparing is symmetric", () => {
  const letters = Array.from(`${Object.values(PASSPORTS).join("").toLowerCase()}abcdefghij`);
  const part = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 8 });
  const name = fc.array(part, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(name, name, (one, other) => {
      const typed = one.join(" ");
      for (const again of [
        typed.toUpperCase(),
        typed.normalize("NFD"),
        one.toReversed().join("  "),
        typed.replaceAll(/[a-z]/gu, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
      ])
        expect(compareNames(typed, again)).toBe("same");
      expect(compareNames(other.join(" "), typed)).toBe(compareNames(typed, other.join(" ")));
    }),
  );
});

test("a name is found by each spelling of each of its parts", () => {
  expect(nameSpellings("Jürgen Müller")).toEqual([
    ["jurgen", "muller"],
    ["juergen", "mueller"],
    ["juxxrgen", "muxxller"],
  ]);
  expect(nameSpellings("Łukasz Wójcik")).toEqual([["lukasz", "wojcik"]]);
  expect(nameSpellings("12 …")).toEqual([]);
  expect(nameForms("Łukasz Wójcik")).toEqual(["lukasz wojcik", "lukaszwojcik"]);
});

test("a text names a person by a run of its words; a family's first words alone are nobody's name", () => {
  const cases: readonly (readonly [string, string, NameMatch])[] = [
    ["MBVCB.42.TRAN BINH chuyen tien", "Trần Bình", "same"],
    ["MBVCB.42.TRAN BINH chuyen tien", "tran_binh2", "same"],
    ["MBVCB.42.TRAN VAN BINH chuyen tien", "Trần Bình", "near"],
    ["TRAN BINH", "Trần Văn Bình", "near"],
    ["NGUYEN VAN BINH nap tien", "Nguyễn Văn An", "other"],
    ["NGUYEN VAN A", "Nguyễn Văn An", "near"],
    ["MUELLER GREGOR zahlt", "Gregor Müller", "same"],
    ["GREGER MULLER", "Gregor Müller", "near"],
    ["chuyen tien cho lotus", "李明", "other"],
    ["BINH", "Binh", "other"],
    ["", "Trần Bình", "other"],
  ];
  for (const [text, name, match] of cases)
    expect([text, name, namesWithin(text)(name)]).toEqual([text, name, match]);
});

test("of two born on the same day a shortened name, initials, keys of Telex and letters by ear are nearly the same", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      "Nguyễn Văn An",
      ["Ng Van An", "Ng. Văn An", "Ng V An", "N V A", "N.V.A.", "NVA", "Ngyen Vn A", "Nguyeenx Vawn An"],
    ],
    [
      "Trần Thị Hương Giang",
      [
        "T. T. H. G.",
        "Tr. Thi Huong Giang",
        "Traan Thij Huwowng Giang",
        "Chan Thi Huong Giang",
        "Tran Thi Huong Jiang",
      ],
    ],
  ];
  for (const [name, all] of cases)
    for (const typed of all) {
      expect([typed, comparePersons(name, typed)]).toEqual([typed, "near"]);
      expect([typed, comparePersons(typed, name)]).toEqual([typed, "near"]);
    }
  for (const [one, other] of [
    ["Trần Thị Hoa", "Trần Thị Lan"],
    ["Nguyễn Văn Tú", "Nguyễn Văn Tuấn"],
    ["Nguyễn Văn Bình", "Trần Văn Bảo"],
    ["Le Thi Mai", "N V A"],
    ["James Ross", "Jane Rowe"],
  ] as const)
    expect([one, comparePersons(one, other)]).toEqual([one, "other"]);
});
