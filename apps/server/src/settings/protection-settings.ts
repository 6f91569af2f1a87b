import { matchLocale } from "@lotus/locales";
import type { EnvironmentReader } from "./environment.ts";

/** The rule packs of player protection, as RULE_PACK names them. */
export const RULE_PACK_NAMES = ["default", "uk", "se", "de"] as const;
export type RulePackName = (typeof RULE_PACK_NAMES)[number];

/** Who helps players that gamble too much. */
export interface HelpLine {
  /** Locale it is shown in; null for all. */
  readonly locale: string | null;
  readonly name: string;
  readonly phone: string;
  /** An https address; empty if there is none. */
  readonly url: string;
}

/** Settings of player protection. */
export interface ProtectionSettings {
  readonly rulePack: RulePackName;
  readonly help: readonly HelpLine[];
}

const MAX_HELP_LINES = 40;
const LONGEST = 120;

/** Reads the rules in force and who helps. */
export function readProtection(read: EnvironmentReader): ProtectionSettings {
  return { rulePack: read.choice("RULE_PACK", RULE_PACK_NAMES, "default"), help: readHelp(read) };
}

function readHelp(read: EnvironmentReader): readonly HelpLine[] {
  const text = read.optional("HELP_LINES");
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.length <= MAX_HELP_LINES && value.every(isHelpLine)) {
      return value.map(({ locale, name, phone, url }) => ({ locale, name, phone, url }));
    }
  } catch {
    // Reported below with all other invalid forms.
  }
  read.complain(
    `HELP_LINES must be JSON like [{"locale":"en-US","name":"Help line","phone":"+1 800 000 000","url":"https://help.example"}], ` +
      `with locale null for all`,
  );
  return [];
}

function isHelpLine(value: unknown): value is HelpLine {
  if (typeof value !== "object" || value === null) return false;
  const { locale, name, phone, url } = value as Partial<Record<keyof HelpLine, unknown>>;
  return (
    (locale === null || (typeof locale === "string" && matchLocale(locale) === locale)) &&
    isText(name) &&
    name.trim() !== "" &&
    isText(phone) &&
    isText(url) &&
    (url === "" || (URL.canParse(url) && new URL(url).protocol === "https:"))
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST;
}
