import type { AuditRow } from "@lotus/contract/desk";
import { Link } from "react-admin";
import { OrderNo } from "../../components/order-no.tsx";
import { gameName, periodName } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

/** Pages of subjects, by the first word of the subject. */
const PAGES = {
  recharge: "recharges",
  withdrawal: "withdrawals",
  player: "players",
  identity: "identities",
  game: "games",
  period: "periods",
} as const;
/** Subjects without a page of their own, or of which there is only one. */
const KINDS = [
  "operator",
  "request",
  "gift",
  "payment",
  "notice",
  "banner",
  "plan",
  "money",
  "books",
  "liabilities",
  "games",
  "periods",
] as const;
/** Subjects that are lists, such as exported files or all players. */
const LISTS = ["recharges", "withdrawals", "players", "ledger", "audit"] as const;

/** The subject of an action with a link to its page. An unknown one is shown as stored. */
export function Subject({ subject, names }: Pick<AuditRow, "subject" | "names">) {
  const t = useI18n();
  const [first = "", ...rest] = subject.split(" ");
  const id = rest.join(" ");
  const list = LISTS.find((each) => each === subject);
  if (list !== undefined) return t(`export.${list}`);
  if (isPaged(first)) {
    return (
      <>
        {t(`audit.of.${first}`)}{" "}
        <Link to={`/${PAGES[first]}/${id}/show`}>
          {first === "recharge" || first === "withdrawal" ? (
            <OrderNo>{id}</OrderNo>
          ) : (
            (names?.[subject] ?? nameOf(first, id))
          )}
        </Link>
      </>
    );
  }
  const kind = KINDS.find((each) => each === first);
  if (kind === "operator") return `${t("audit.of.operator")} ${names?.[subject] ?? t("audit.unknown")}`;
  return kind === undefined ? subject : `${t(`audit.of.${kind}`)} ${id}`;
}

/** Games and periods have names; other subjects are known by their numbers. */
function nameOf(kind: string, id: string): string {
  if (kind === "game") return gameName(id);
  const [gameCode = "", periodNo] = id.split("-");
  return kind === "period" && periodNo !== undefined ? periodName({ gameCode, periodNo }) : id;
}

function isPaged(kind: string): kind is keyof typeof PAGES {
  return Object.hasOwn(PAGES, kind);
}
