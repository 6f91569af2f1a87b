import { Box } from "@mui/material";
import { ROLES, type AuditRow } from "@lotus/contract/desk";
import { PLAYER_STATES } from "@lotus/contract/desk";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

/** Keys of the details that actions store. */
const NAMES = [
  "amount",
  "asked",
  "askedBy",
  "balanceFrom",
  "cause",
  "changes",
  "commission",
  "currency",
  "figures",
  "first",
  "firstFigure",
  "from",
  "kind",
  "languages",
  "maxBet",
  "maxBetBefore",
  "maxPayout",
  "maxPayoutBefore",
  "minBet",
  "minBetBefore",
  "name",
  "operator",
  "order",
  "periods",
  "pictures",
  "player",
  "player_id",
  "rebate",
  "refused",
  "request",
  "role",
  "seen",
  "sent",
  "status",
  "title",
  "to",
  "until",
  "version",
  "voided",
  "waits",
] as const;
/** Kinds of requests about operators. */
const REQUEST_KINDS = ["create", "reissue", "role", "unlock"] as const;
/** Why the server did something by itself. */
const CAUSES = ["beacon", "clock", "late", "standstill", "witnesses"] as const;
/** Details that are instants in epoch milliseconds. */
const MOMENTS: ReadonlySet<string> = new Set(["until", "from", "to"]);
const MONEY = /^-?\d+\.\d{2}$/u;

/** The details of an action, one per line. A detail without a label is shown by its key. */
export function Detail({ detail }: { readonly detail: AuditRow["detail"] }) {
  const t = useI18n();
  const shown = useShown();
  const lines = Object.entries(detail)
    // False and empty details need no line.
    .filter(([, value]) => value !== false && value !== null)
    .map(([key, value]) => {
      const name = NAMES.find((each) => each === key);
      return [name === undefined ? key : t(`audit.detail.${name}`), shown(key, value)] as const;
    });
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

function useShown(): (key: string, value: unknown) => string {
  const t = useI18n();
  const { money, time } = useConfig();
  return (key, value) => {
    if (value === true) return t("audit.yes");
    const text =
      typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
    if (MOMENTS.has(key) && /^\d{12,14}$/u.test(text)) return time(Number(text));
    const status = key === "status" ? PLAYER_STATES.find((each) => each === text) : undefined;
    if (status !== undefined) return t(`player.status.${status}`);
    const role = key === "role" ? ROLES.find((each) => each === text) : undefined;
    if (role !== undefined) return t(`role.${role}`);
    const cause = key === "cause" ? CAUSES.find((each) => each === text) : undefined;
    if (cause !== undefined) return t(`audit.cause.${cause}`);
    const kind = key === "kind" ? REQUEST_KINDS.find((each) => each === text) : undefined;
    if (kind !== undefined) return t(`action.operator.${kind}`);
    return MONEY.test(text) && key !== "rebate" ? money(text) : text;
  };
}
