import { Box } from "@mui/material";
import type { AuditRow } from "@lotus/contract/desk";
import { LOCALE_NAMES, LOCALES } from "@lotus/locales";
import { Fragment, type ReactNode } from "react";
import { Link, useLocaleState } from "react-admin";
import { useConfig } from "../../shell/use-config.ts";
import { word, type Locale } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { linkOf, nameOf, type Linked } from "./subject.tsx";

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
/** Details that name things with pages, divided by blanks. */
const THINGS: Readonly<Record<string, Linked>> = {
  operator: "operator",
  confirms: "operator",
  player: "player",
  player_id: "player",
  periods: "period",
  unmatched: "payment",
};

/** The details of an action, one per line: a sentence, or a label and a value. A detail without a label is shown by its key. */
export function Detail({ detail, names }: Pick<AuditRow, "detail" | "names">) {
  const [locale] = useLocaleState();
  const shown = useShown(names);
  const lines = Object.entries(detail)
    // False, empty and zero details need no line, but for the second of two people; a currency stands beside its amount.
    .filter(
      ([key, value]) =>
        (value !== false || key === "first") &&
        ![null, "", 0].includes(value as null) &&
        !(key === "currency" && "amount" in detail),
    )
    .map(([key, value]) => ({ key, value, sentence: sentenceOf(locale, key, value) }));
  if (lines.length === 0) return "–";
  return (
    <Box component="dl" sx={{ m: 0, fontSize: "0.78rem", minWidth: 150 }}>
      {lines.map(({ key, value, sentence }) => (
        <div key={key}>
          <Box
            component="dt"
            sx={{ color: sentence === undefined ? "text.secondary" : "inherit", display: "inline" }}
          >
            {sentence ?? labelOf(locale, key, detail)}
          </Box>
          {sentence === undefined && (
            <>
              {" "}
              <Box
                component="dd"
                sx={{ m: 0, display: "inline", overflowWrap: "break-word", whiteSpace: "pre-line" }}
              >
                {shown(key, value, detail)}
              </Box>
            </>
          )}
        </div>
      ))}
    </Box>
  );
}

/** Details that are written as sentences: first or second person, and numbers of periods. */
function sentenceOf(locale: string, key: string, value: unknown): string | undefined {
  if (typeof value === "boolean") return wordOf(locale, `audit.is.${key}${value ? "" : ".not"}`);
  return typeof value === "number" ? wordOf(locale, `audit.count.${key}`, { smart_count: value }) : undefined;
}

/** The label of a detail. What began without an end is since then. */
function labelOf(locale: string, key: string, detail: AuditRow["detail"]): string {
  const label = key === "from" && !("to" in detail) ? "since" : key;
  return wordOf(locale, `audit.detail.${label}`) ?? key;
}

/** A text of the desk, if there is one with this key. */
function wordOf(locale: string, key: string, values?: Readonly<Record<string, unknown>>): string | undefined {
  // The desk is shown in its own languages only.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return word(locale as Locale, key, values);
}

function useShown(
  names: AuditRow["names"],
): (key: string, value: unknown, detail: AuditRow["detail"]) => ReactNode {
  const t = useI18n();
  const { money, decimal, time, locale } = useConfig();
  return (key, value, { currency }) => {
    if (value === true) return t("audit.yes");
    const text =
      typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
    if (MOMENTS.has(key) && /^\d{12,14}$/u.test(text)) return time(Number(text));
    const thing = key === "order" ? (text.startsWith("W") ? "withdrawal" : "recharge") : THINGS[key];
    if (thing !== undefined)
      return text.split(" ").map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ", "}
          <Link to={linkOf(thing, id)}>{nameOf(thing, id, names)}</Link>
        </Fragment>
      ));
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
