import { LOCALES } from "@lotus/locales";
import { readArea } from "@lotus/locales/node";
import { expect, test } from "vitest";

/** Texts about limits and fairness promise no more than the server does, in every language. */

const SALT = /salt|ソルト|솔트/iu;

test.each(LOCALES)("help in %s says that limits are coming, as the page itself does", (locale) => {
  const soon = readArea(locale, "app")["app.state.comingSoon.title"] ?? "";
  expect(soon).not.toBe("");
  expect(readArea(locale, "service")["help.limits.body"]?.toLocaleLowerCase(locale)).toContain(
    soon.toLocaleLowerCase(locale),
  );
});

test.each(LOCALES)("texts about the commitment in %s mention the salt", (locale) => {
  const words = {
    ...readArea(locale, "service"),
    ...readArea(locale, "rules"),
    ...readArea(locale, "verify"),
  };
  for (const key of ["help.fairness.body", "rules.terms.draws.words", "verify.mode0", "verify.mode1"]) {
    expect(words[key], key).toMatch(SALT);
  }
});
