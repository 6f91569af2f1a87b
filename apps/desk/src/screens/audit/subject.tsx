import type { AuditRow } from "@lotus/contract/desk";
import { Link } from "react-admin";
import { OrderNo } from "../../components/order-no.tsx";
import { gameName, periodNameOf } from "../../i18n/i18n.ts";
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
/** Subjects whose page is a list. */
const LISTED = { payment: "/paymentNotices", request: "/operators", gift: "/gifts" } as const;
/** Subjects without a page of their own, or of which there is only one. */
const KINDS = ["notice", "banner", "plan", "money", "books", "liabilities", "games", "periods"] as const;
/** Subjects that are lists, such as exported files or all players. */
const LISTS = ["recharges", "withdrawals", "players", "ledger", "audit"] as const;

/** The subject of an action with a link to its page. An unknown one is shown as stored. */
export function Subject({ subject, names }: Pick<AuditRow, "subject" | "names">) {
  const t = useI18n();
  const [first = "", ...rest] = subject.split(" ");
  const id = rest.join(" ");
  const list = LISTS.find((each) => each === subject);
  if (list !== undefined) return t(`export.${list}`);
  if (isLinked(first) && /^[\w-]+$/u.test(id))
    return (
      <>
        {t(`audit.of.${first}`)}{" "}
        <Link to={linkOf(first, id)}>
          {first === "recharge" || first === "withdrawal" ? (
            <OrderNo>{id}</OrderNo>
          ) : (
            nameOf(first, id, names)
          )}
        </Link>
      </>
    );
  if (first === "operator") return `${t("audit.of.operator")} ${t("audit.unknown")}`;
  const kind = KINDS.find((each) => each === first);
  return kind === undefined ? subject : `${t(`audit.of.${kind}`)} ${id}`;
}

/** What an entry names and a page shows. */
export type Linked = keyof typeof PAGES | keyof typeof LISTED | "operator";

/** Path of the page that shows it: its own, its list, or what an operator did. */
export function linkOf(kind: Linked, id: string): string {
  if (kind === "operator")
    return `/audit?${new URLSearchParams({ filter: JSON.stringify({ operator_id: id }) })}`;
  return isPaged(kind) ? `/${PAGES[kind]}/${id}/show` : LISTED[kind];
}

/** People, games and periods have names; other things are known by their numbers. */
export function nameOf(kind: Linked, id: string, names: AuditRow["names"]): string {
  if (kind === "game") return gameName(id);
  return kind === "period" ? periodNameOf(id) : (names?.[`${kind} ${id}`] ?? id);
}

function isLinked(kind: string): kind is Linked {
  return kind === "operator" || Object.hasOwn(LISTED, kind) || isPaged(kind);
}

function isPaged(kind: string): kind is keyof typeof PAGES {
  return Object.hasOwn(PAGES, kind);
}
