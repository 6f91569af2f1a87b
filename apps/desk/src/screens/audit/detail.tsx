import { Box } from "@mui/material";
import type { AuditRow } from "@lotus/contract/desk";
import { LOCALE_NAMES, LOCALES } from "@lotus/locales";
import { useLocaleState } from "react-admin";
import { useConfig } from "../../shell/use-config.ts";
import { word, type Locale } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

/** Details that are instants in epoch milliseconds. */
const MOMENTS: ReadonlySet<string> = new Set(["until", "from", "to", "registeredFrom", "registeredBefore"]);
const MONEY = /^-?\d+\.\d{2}$/u;
/** Details whose values have words, and where those may stand. */
const WORDED: Readonly<Record<string, (value: string) => readonly string[]>> = {
  cause: (value) => [`audit.cause.${value}`],
  changed: (value) => [`banner.${value}`],
  kind: (value) => [`action.operator.${value}`, `protection.limit.${value}`, `identity.kind.${value}`],
  outcome: (value) => [`care.outcome.${value}`],
  role: (value) => [`role.${value}`],
  search: (value) => [`audit.search.${value}`],
  status: (value) => [`player.status.${value}`, `order.status.${value}`],
  told: (value) => [`told.${value}`],
  verdict: (value) => [`identity.verdict.${value}`],
  window: (value) => [`protection.window.${value}`],
};
/** Details that are ids of people. */
const PEOPLE: Readonly<Record<string, string>> = {
  operator: "operator",
  player: "player",
  player_id: "player",
};

/** The details of an action, one per line. A detail without a label is shown by its key. */
export function Detail({ detail, names }: Pick<AuditRow, "detail" | "names">) {
  const [locale] = useLocaleState();
  const shown = useShown(names);
  const lines = Object.entries(detail)
    // False and empty details need no line.
    .filter(([, value]) => value !== false && value !== null && value !== "")
    .map(
      ([key, value]) => [wordOf(locale, `audit.detail.${key}`) ?? key, shown(key, value, detail)] as const,
    );
  if (lines.length === 0) return "–";
  return (
    <Box component="dl" sx={{ m: 0, fontSize: "0.78rem", minWidth: 150 }}>
      {lines.map(([name, text]) => (
        <div key={name}>
          <Box component="dt" sx={{ color: "text.secondary", display: "inline" }}>
            {name}
          </Box>{" "}
          <Box
            component="dd"
            sx={{ m: 0, display: "inline", overflowWrap: "break-word", whiteSpace: "pre-line" }}
          >
            {text}
          </Box>
        </div>
      ))}
    </Box>
  );
}

/** A text of the desk, if there is one with this key. */
function wordOf(locale: string, key: string): string | undefined {
  // The desk is shown in its own languages only.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return word(locale as Locale, key);
}

function useShown(
  names: AuditRow["names"],
): (key: string, value: unknown, detail: AuditRow["detail"]) => string {
  const t = useI18n();
  const { money, decimal, time, locale } = useConfig();
  return (key, value, { currency }) => {
    if (value === true) return t("audit.yes");
    const text =
      typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
    if (MOMENTS.has(key) && /^\d{12,14}$/u.test(text)) return time(Number(text));
    const person = PEOPLE[key];
    if (person !== undefined) return names?.[`${person} ${text}`] ?? text;
    if (key === "languages")
      return text
        .split(" ")
        .map((tag) => nameOfLanguage(tag))
        .join(", ");
    const homes = WORDED[key];
    if (homes !== undefined) {
      const inWords = (part: string) =>
        homes(part)
          .map((key) => wordOf(locale, key))
          .find((found) => found !== undefined) ?? part;
      return text
        .split(" ")
        .map((part) => inWords(part))
        .join(", ");
    }
    // An amount of a payment is in the currency of its channel.
    if (typeof currency === "string" && key === "amount") return `${decimal(text)} ${currency}`;
    return MONEY.test(text) && key !== "rebate" ? money(text) : text;
  };
}

/** A language by its own name. */
function nameOfLanguage(tag: string): string {
  const known = LOCALES.find((each) => each === tag);
  return known === undefined ? tag : LOCALE_NAMES[known];
}
