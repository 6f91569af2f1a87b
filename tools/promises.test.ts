import { type Locale, LOCALES } from "@lotus/locales";
import { readArea } from "@lotus/locales/node";
import { describe, expect, test } from "vitest";

/** Texts about limits and fairness promise no more than the server does, in every language. */

test.each(LOCALES)("help in %s names the page of limits, which is no longer to come", (locale) => {
  const { "app.page.limits": page = "", "app.state.comingSoon.title": soon = "" } = readArea(locale, "app");
  const help = readArea(locale, "service")["help.limits.body"]?.toLocaleLowerCase(locale);
  expect(page).not.toBe("");
  expect(help).toContain(page.toLocaleLowerCase(locale));
  expect(help).not.toContain(soon.toLocaleLowerCase(locale));
});

/** What each language calls the witnesses, and that the operator is to be trusted. */
const WORDS: Readonly<Record<Locale, { readonly witnesses: RegExp; readonly trust: RegExp }>> = {
  "vi-VN": { witnesses: /nhân chứng/u, trust: /phải tin/u },
  "en-US": { witnesses: /witnesses/u, trust: /have to trust/u },
  "id-ID": { witnesses: /saksi/u, trust: /harus percaya/u },
  "ja-JP": { witnesses: /立会人/u, trust: /信じる必要/u },
  "ko-KR": { witnesses: /증인/u, trust: /믿으셔야/u },
  "pt-BR": { witnesses: /testemunhas/u, trust: /preciso confiar/u },
  "zh-CN": { witnesses: /见证方/u, trust: /需要信任/u },
  "zh-TW": { witnesses: /見證方/u, trust: /須信任/u },
  fr: { witnesses: /témoins/u, trust: /faire confiance/u },
  es: { witnesses: /testigos/u, trust: /hay que confiar/u },
};

/** Words of the old scheme, in which the operator had a secret. */
const OLD_SCHEME =
  /salt\b|ソルト|솔트|盐值|鹽值|commitment|cam kết|komitmen|コミットメント|확약|compromis[os]\b|engagement|承诺|承諾|khóa bí mật|密值|秘密の値|비밀 값/iu;

describe.each(LOCALES)("texts about draws in %s", (locale) => {
  const words = {
    ...readArea(locale, "service"),
    ...readArea(locale, "rules"),
    ...readArea(locale, "verify"),
    ...readArea(locale, "shield"),
  };

  test.each(["help.fairness.body", "rules.terms.draws.words"])(
    "%s names the witnesses, and says when the operator must be trusted",
    (key) => {
      expect(words[key]).toMatch(WORDS[locale].witnesses);
      expect(words[key]).toMatch(WORDS[locale].trust);
    },
  );

  test("speak of no secret and no commitment: there are none", () => {
    const about = Object.entries(words).filter(([key]) => /^verify\.|^shield\.|fair|\.draws\./u.test(key));
    expect(about.length).toBeGreaterThan(50);
    expect(about.filter(([, text]) => OLD_SCHEME.test(text))).toEqual([]);
    expect(readArea(locale, "app")["app.banner.provableWords"]).not.toMatch(OLD_SCHEME);
  });
});
