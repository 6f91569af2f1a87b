import { Link } from "react-admin";
import { useI18n } from "../../i18n/use-i18n.ts";

/** The pages of the things that an action is done to, by the first word of its subject. */
const PAGES = {
  recharge: "recharges",
  withdrawal: "withdrawals",
  player: "players",
  game: "games",
  period: "periods",
} as const;
/** Things without pages of their own, or of which there is one. */
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
] as const;
/** Files and everybody: subjects that are whole lists. */
const LISTS = ["recharges", "withdrawals", "players", "ledger", "audit"] as const;

/** What an action was done to, in words and with a way there. What this desk does not know is shown as it is kept. */
export function Subject({ subject }: { readonly subject: string }) {
  const t = useI18n();
  const [first = "", ...rest] = subject.split(" ");
  const id = rest.join(" ");
  const list = LISTS.find((each) => each === subject);
  if (list !== undefined) return t(`export.${list}`);
  if (isPaged(first)) {
    return (
      <>
        {t(`audit.of.${first}`)} <Link to={`/${PAGES[first]}/${id}/show`}>{id}</Link>
      </>
    );
  }
  const kind = KINDS.find((each) => each === first);
  return kind === undefined ? subject : `${t(`audit.of.${kind}`)} ${id}`;
}

function isPaged(kind: string): kind is keyof typeof PAGES {
  return Object.hasOwn(PAGES, kind);
}
