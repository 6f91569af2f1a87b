/**
 * Words by which a name speaks for the house: other players would believe what its bearer tells them. English, and the
 * words that players of our languages know for the same.
 */
const RESERVED = `
  admin administrator administrador administrateur sysadmin superadmin superuser root system sistema moderator moderador
  mod operator operador official oficial officiel resmi support suporte soporte help helpdesk hotline service servicio
  staff employee cashier finance payment payout bank house manager dealer auditor compliance security seguridad
  desk bot lottery lotto casino webmaster hostmaster postmaster abuse noreply anonymous nobody everyone null undefined
  cskh hotro chamsoc tongdai nhanvien quantri quantrivien chinhthuc nhacai thungan quanly ketoan hethong naptien
  ruttien baomat giamdoc kefu guanfang guanli
  kanri unei gwanrija unyeongja layanan bantuan petugas atendimento
`
  .trim()
  .split(/\s+/u);

/** Words that change nothing beside a reserved one, as in the_real_admin or admin_vn. */
const FILLERS = `
  the real true my our new one team group web site app account center centre client customer player players online
  chat care public vip pro vn br id kr jp cn tw es fr us uk net com www
`
  .trim()
  .split(/\s+/u);

const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/rn/gu, "m"],
  [/vv/gu, "w"],
  [/cl/gu, "d"],
];
const ALIKE: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "2": "z",
  "3": "e",
  "4": "a",
  "5": "s",
  "6": "g",
  "7": "t",
  "8": "b",
  "9": "g",
  l: "i",
};

/** Usernames that nobody may register, since they speak for the house or look as if they did. */
export class ReservedUsernames {
  readonly #words: readonly string[];

  /** `title`: the name of the site, which is reserved too. */
  constructor(title: string) {
    const own = title.toLowerCase().split(/[^a-z0-9]+/u);
    this.#words = [...RESERVED, ...own.filter((word) => word.length >= 3)].map(fold);
  }

  /** Accounts that have such a name already keep it: only new ones are asked about. */
  has(username: string): boolean {
    const parts = username.toLowerCase().split("_");
    // Once with digits as letters, as in adm1n, and once without those at the end of a part, as in admin_2027.
    const spellings = [parts.join(""), parts.map((part) => part.replace(/\d+$/u, "")).join("")];
    return spellings.some((spelling) => this.#isMadeOfWords(fold(spelling)));
  }

  /** Whether reserved words and fillers, at least one word among them, are all that a name has. */
  #isMadeOfWords(name: string): boolean {
    // Where one can get to in the name by fillers alone, and with a word.
    const byFillers = new Set([0]);
    const withWord = new Set<number>();
    for (let at = 0; at < name.length; at += 1) {
      const next = (words: readonly string[]) =>
        words.filter((word) => name.startsWith(word, at)).map((word) => at + word.length);
      if (byFillers.has(at)) for (const end of next(FOLDED_FILLERS)) byFillers.add(end);
      if (withWord.has(at)) for (const end of next(FOLDED_FILLERS)) withWord.add(end);
      if (byFillers.has(at) || withWord.has(at)) for (const end of next(this.#words)) withWord.add(end);
    }
    return withWord.has(name.length);
  }
}

/** A name as it looks at a glance: without underscores, look-alikes as one letter, doubled letters once. */
function fold(text: string): string {
  let folded = text;
  for (const [pair, letter] of PAIRS) folded = folded.replaceAll(pair, letter);
  return folded.replaceAll(/[0-9l]/gu, (sign) => ALIKE[sign] ?? sign).replaceAll(/(.)\1+/gu, "$1");
}

const FOLDED_FILLERS = FILLERS.map(fold);
