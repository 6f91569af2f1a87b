/** Names as people have them, with about the frequencies of the common ones, and ways to write a name otherwise. */

type Random = () => number;

const words = (text: string): readonly string[] => text.split(" ");

/** Earlier words come more often, as with the surnames of most countries. */
function oneOf(all: readonly string[], random: Random): string {
  return all[Math.floor(random() ** 2 * all.length)] ?? "";
}

const VIETNAMESE = {
  family: words(
    "Nguyễn Nguyễn Nguyễn Trần Lê Phạm Huỳnh Hoàng Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Đinh Mai Trịnh Tô",
  ),
  men: words("Văn Văn Hữu Đức Minh Quang Công Thanh Xuân Quốc Gia Bảo Tuấn Anh"),
  women: words("Thị Thị Thị Ngọc Thu Thanh Minh Phương Bích Kim Mỹ Hồng Thùy Diệu"),
  given: words(
    "Anh Hùng Dũng Lan Hoa Linh Hương Minh Tuấn Nam Long Hải Hà Mai Trang Thảo Bình Cường Đức Giang Hạnh Huy Khánh Khoa " +
      "Kiên Lâm Loan Ly Nga Nhung Oanh Phúc Phương Quân Quyên Sơn Tâm Thắng Thủy Tiến Tú Uyên Vân Việt Vy Yến Đạt Hiếu Hòa Hoàn Lam",
  ),
} as const;
const CHINESE = {
  family: words(
    "Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo Zheng Liang Xie Song Tang",
  ),
  han: words("王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 高 罗 郑 梁 谢 宋 唐"),
  given: words(
    "Wei Fang Na Min Jing Li Qiang Lei Jun Yang Yong Yan Jie Juan Tao Ming Chao Xiu Xia Ping Gang Gui Hua Xin Yu Hao",
  ),
  givenHan: words("伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀 霞 平 刚 桂 华 欣 宇 浩"),
} as const;
const POLISH = {
  men: words(
    "Piotr Krzysztof Andrzej Tomasz Jan Paweł Michał Marcin Jakub Adam Marek Łukasz Grzegorz Mateusz Wojciech Mariusz Dariusz Kamil",
  ),
  women: words(
    "Anna Katarzyna Maria Małgorzata Agnieszka Barbara Ewa Krystyna Magdalena Elżbieta Joanna Aleksandra Zofia Monika Teresa Julia",
  ),
  family: words(
    "Nowak Wójcik Woźniak Mazur Krawczyk Kaczmarek Zając Król Wróbel Wieczorek Stępień Dudek Pawlak Sikora Walczak Bąk Duda Szulc",
  ),
  skis: words(
    "Kowalsk Wiśniewsk Kamińsk Lewandowsk Zielińsk Szymańsk Dąbrowsk Kozłowsk Jankowsk Wojciechowsk Kwiatkowsk Piotrowsk Grabowsk Malinowsk",
  ),
} as const;
const SPANISH = {
  given: words(
    "María Antonio José Manuel Francisco Carmen Juan Ana David Laura Javier Isabel Daniel Lucía Carlos Marta Miguel Elena Rafael Sara Pedro Ángel",
  ),
  family: words(
    "García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Muñoz Álvarez Romero Alonso Gutiérrez Navarro Torres",
  ),
} as const;
const ENGLISH = {
  given: words(
    "James John Robert Michael William David Mary Patricia Jennifer Linda Elizabeth Susan Thomas Sarah Charles Karen Daniel Nancy Matthew Lisa Emma Olivia Jack Harry Amelia Joan Jane Ian",
  ),
  family: words(
    "Smith Jones Williams Taylor Brown Davies Evans Wilson Thomas Johnson Roberts Robinson Thompson Wright Walker White Edwards Hughes Green Hall Lewis Harris Clarke Patel Jackson Wood Turner Martin Cooper Hill",
  ),
} as const;

const COUNTRIES: readonly ((random: Random) => string)[] = [
  (random) => {
    const middle = random() < 0.5 ? VIETNAMESE.men : VIETNAMESE.women;
    return [oneOf(VIETNAMESE.family, random), oneOf(middle, random), oneOf(VIETNAMESE.given, random)].join(
      " ",
    );
  },
  (random) => {
    const second = random() < 0.7 ? oneOf(CHINESE.given, random).toLowerCase() : "";
    return `${oneOf(CHINESE.family, random)} ${oneOf(CHINESE.given, random)}${second}`;
  },
  (random) => {
    const second = random() < 0.7 ? oneOf(CHINESE.givenHan, random) : "";
    return `${oneOf(CHINESE.han, random)}${oneOf(CHINESE.givenHan, random)}${second}`;
  },
  (random) => {
    const isWoman = random() < 0.5;
    const given = oneOf(isWoman ? POLISH.women : POLISH.men, random);
    return random() < 0.5
      ? `${given} ${oneOf(POLISH.family, random)}`
      : `${given} ${oneOf(POLISH.skis, random)}${isWoman ? "a" : "i"}`;
  },
  (random) => {
    const given = oneOf(SPANISH.given, random);
    const second = random() < 0.3 ? ` ${oneOf(SPANISH.given, random)}` : "";
    return `${given}${second} ${oneOf(SPANISH.family, random)} ${oneOf(SPANISH.family, random)}`;
  },
  (random) => {
    const second = random() < 0.4 ? ` ${oneOf(ENGLISH.given, random)}` : "";
    return `${oneOf(ENGLISH.given, random)}${second} ${oneOf(ENGLISH.family, random)}`;
  },
];

/** Two people of one country, who never have a name in common to its last letter. */
function twoPeople(random: Random): readonly [string, string] {
  const nameIn = COUNTRIES[Math.floor(random() * COUNTRIES.length)] ?? COUNTRIES[0];
  if (nameIn === undefined) throw new Error("there are no names");
  const one = nameIn(random);
  for (;;) {
    const other = nameIn(random);
    if (other !== one) return [one, other];
  }
}

/** A date of birth of somebody of age. */
function birthDateOf(random: Random): string {
  const day = Date.UTC(1950, 0, 1) + Math.floor(random() * 57 * 365.25) * 86_400_000;
  return new Date(day).toISOString().slice(0, 10);
}

const CYRILLIC: Readonly<Record<string, string>> = {
  a: "а",
  c: "с",
  e: "е",
  i: "і",
  j: "ј",
  o: "о",
  p: "р",
  s: "ѕ",
  x: "х",
  y: "у",
  A: "А",
  B: "В",
  C: "С",
  E: "Е",
  H: "Н",
  I: "І",
  K: "К",
  M: "М",
  O: "О",
  P: "Р",
  T: "Т",
  X: "Х",
};
const GREEK: Readonly<Record<string, string>> = {
  A: "Α",
  B: "Β",
  E: "Ε",
  H: "Η",
  I: "Ι",
  K: "Κ",
  M: "Μ",
  N: "Ν",
  O: "Ο",
  P: "Ρ",
  T: "Τ",
  X: "Χ",
  Y: "Υ",
  Z: "Ζ",
  o: "ο",
  v: "ν",
  u: "υ",
  i: "ι",
};
const PHONETIC: Readonly<Record<string, string>> = {
  a: "ɑ",
  g: "ɡ",
  n: "ɴ",
  i: "ɪ",
  o: "ᴏ",
  e: "ᴇ",
  t: "ᴛ",
  r: "ʀ",
  u: "ᴜ",
  c: "ᴄ",
};

const bare = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("đ", "d")
    .replaceAll("Đ", "D")
    .replaceAll("ł", "l")
    .replaceAll("Ł", "L");
const swapped = (name: string, by: Readonly<Record<string, string>>): string =>
  Array.from(bare(name), (letter) => by[letter] ?? letter).join("");
/** Letters of ASCII moved to another block. */
const moved = (name: string, capital: number, small: number): string =>
  bare(name).replaceAll(/[A-Za-z]/g, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return String.fromCodePoint(letter < "a" ? capital + code - 65 : small + code - 97);
  });
/** The longest word changed. */
const inLongest = (name: string, change: (word: string) => string): string => {
  const parts = name.split(" ");
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), "");
  return parts.map((part) => (part === longest ? change(part) : part)).join(" ");
};

/** Twenty ways to write a name so that it looks like another one to a machine. */
const TRICKS: Readonly<Record<string, (name: string) => string>> = {
  "without marks": bare,
  "capital letters": (name) => name.toUpperCase(),
  "composed otherwise": (name) => name.normalize("NFD"),
  "other marks": (name) =>
    Array.from(bare(name), (letter) => `${letter}\u0323`)
      .join("")
      .replaceAll(" \u0323", " "),
  "full width": (name) => moved(name, 0xff21, 0xff41),
  "mathematical bold": (name) => moved(name, 0x1d400, 0x1d41a),
  "Cyrillic letters": (name) => swapped(name, CYRILLIC),
  "Greek capitals": (name) => swapped(name.toUpperCase(), GREEK),
  "phonetic letters": (name) => swapped(name, PHONETIC),
  "joiners between letters": (name) => Array.from(name).join("\u200D").replaceAll("\u200D \u200D", " "),
  "the other way round": (name) => name.split(" ").toReversed().join(" "),
  "run together": (name) => name.replaceAll(" ", ""),
  "round and run together": (name) => name.split(" ").toReversed().join(""),
  "dots between letters": (name) => Array.from(bare(name)).join(".").replaceAll(". .", " "),
  "a word cut in two": (name) => inLongest(name, (word) => `${word.slice(0, 3)} ${word.slice(3)}`),
  "an initial": (name) => inLongest(name, (word) => `${word.slice(0, 1)}.`),
  "a letter missing": (name) => inLongest(bare(name), (word) => word.slice(0, 2) + word.slice(3)),
  "a letter doubled": (name) => inLongest(bare(name), (word) => word.slice(0, 3) + word.slice(2)),
  "two letters swapped": (name) =>
    inLongest(
      bare(name),
      (word) => `${word.slice(0, 1)}${word.slice(2, 3)}${word.slice(1, 2)}${word.slice(3)}`,
    ),
  "a title in front": (name) => `Mr. ${name}`,
};

/** Every variant of a name, by the trick. */
export function variantsOf(name: string): readonly { readonly trick: string; readonly variant: string }[] {
  return Object.entries(TRICKS).map(([trick, write]) => ({ trick, variant: write(name) }));
}

/** Names of ten people, for `variantsOf`. */
export const TEN_NAMES: readonly string[] = [
  "Nguyễn Thị Hồng Ánh",
  "Trần Văn Bình",
  "Đỗ Minh Đức",
  "Wang Xiaoming",
  "Łukasz Wójcik",
  "Katarzyna Dąbrowska",
  "María Carmen García López",
  "Francisco Javier Ruiz",
  "Elizabeth Anne Thompson",
  "Ian Millington",
];

/** What comparing costs people who are not excluded. */
export interface PairsMeasured {
  readonly pairs: number;
  readonly bornTogether: number;
  /** Of those who were born on the same day. */
  readonly stopped: number;
  /** Who would be excluded, and who would show documents first, had all been born on the same day. */
  readonly same: readonly string[];
  readonly near: readonly string[];
}

/** Compares pairs of different people. */
export function measurePairs(
  compare: (one: string, other: string) => "same" | "near" | "other",
  random: Random,
  pairs: number,
): PairsMeasured {
  const found = { same: [] as string[], near: [] as string[] };
  let [bornTogether, stopped] = [0, 0];
  for (let pair = 0; pair < pairs; pair += 1) {
    const [one, other] = twoPeople(random);
    const together = birthDateOf(random) === birthDateOf(random);
    const match = compare(one, other);
    bornTogether += Number(together);
    stopped += Number(together && match !== "other");
    if (match !== "other") found[match].push(`${one} / ${other}`);
  }
  return { pairs, bornTogether, stopped, ...found };
}

/** The measurement in words. */
export function pairsInWords({ pairs, bornTogether, stopped, same, near }: PairsMeasured): string {
  const percent = (some: readonly string[]): string => `${((some.length / pairs) * 100).toFixed(2)} %`;
  return (
    `${pairs} pairs of different people: ${bornTogether} born on the same day, ${stopped} stopped. Had all been born on ` +
    `the same day, ${percent(near)} would show documents first and ${percent(same)} be excluded`
  );
}
