import { Box, TableCell, TableRow } from "@mui/material";
import { DESK_CALLS, SECOND_ACTIONS, secondKind, type WaitsForSecond } from "@lotus/contract/desk";
import { Link, Title } from "react-admin";
import { useEvent } from "../../shell/use-live.ts";
import { Age } from "../../components/age.tsx";
import { Amount } from "../../components/amount.tsx";
import { useMay } from "../../actions/why-not.ts";
import { CallProblem } from "../../components/call-problem.tsx";
import { Forbidden } from "../../components/forbidden.tsx";
import { OrderNo } from "../../components/order-no.tsx";
import { PageTitle } from "../../components/page-title.tsx";
import { PlayerLink } from "../../features/player-link.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { useConfig } from "../../shell/use-config.ts";
import { firstWords } from "../../features/told-text.ts";
import { periodNameOf } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

const EVERY_MS = 10_000;

/** Every action that waits for the decision of a second person, the longest waiting first. */
export function Second() {
  const t = useI18n();
  const may = useMay();
  const actions = secondKind.options.map((kind) => SECOND_ACTIONS[kind]);
  const [some = "recharge.pass"] = actions;
  if (!actions.some(may)) return <Forbidden action={some} title={t("second.title")} />;
  return <AllowedSecond />;
}

function AllowedSecond() {
  const t = useI18n();
  const { data, error, reload } = useCall(DESK_CALLS.second, {}, { everyMs: EVERY_MS });
  useEvent("waiting", reload);
  return (
    <Box sx={{ mt: 2, display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Title title={<PageTitle name={t("second.title")} />} />
      <CallProblem error={error} reload={reload} />
      {data !== undefined && (
        <TableCard
          title={t("second.title")}
          heads={[
            "second.what",
            "player.one",
            { right: "order.amount" },
            "action.reason",
            "second.first",
            "second.since",
          ]}
          empty={data.list.length === 0 ? t("second.none") : undefined}
        >
          {data.list.map((one) => (
            <Row key={`${one.kind} ${one.id}`} one={one} />
          ))}
        </TableCard>
      )}
    </Box>
  );
}

function Row({ one }: { readonly one: WaitsForSecond }) {
  const t = useI18n();
  const { id: ownId, money } = useConfig();
  const { kind, id, ids, player, amount, asked, came, about, change, role, reason, note, first, at } = one;
  return (
    <TableRow>
      <TableCell sx={{ overflowWrap: "anywhere", minWidth: 160 }}>
        <Link to={placeOf(one)}>
          {ids !== undefined && ids.length > 1 ? (
            t("second.periods", { count: ids.length })
          ) : (
            <>
              {t(`second.kind.${kind}`)}{" "}
              {kind === "recharge" || kind === "withdrawal" ? (
                <OrderNo>{id}</OrderNo>
              ) : (
                (about ?? (kind === "period" ? periodNameOf(id) : id))
              )}
            </>
          )}
        </Link>
        {change !== null && (
          <Box sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
            {t(`action.operator.${change}`)}
            {role !== null && ` · ${t(`role.${role}`)}`}
          </Box>
        )}
      </TableCell>
      <TableCell>{player === null ? "–" : <PlayerLink player={player} />}</TableCell>
      <TableCell align="right">
        {amount === null ? "–" : <Amount value={amount} strong />}
        {came !== null && asked !== null && (
          <Box sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
            {t("order.cameOf", { came: money(came), asked: money(asked) })}
          </Box>
        )}
        {kind === "period" && asked !== null && asked !== amount && (
          <Box sx={{ color: "text.secondary", fontSize: "0.8rem" }}>
            {t("second.askedAt", { stake: money(asked) })}
          </Box>
        )}
      </TableCell>
      <TableCell sx={{ maxWidth: 280, overflowWrap: "anywhere" }}>
        {firstWords({ reason, note }, t)}
      </TableCell>
      <TableCell>
        {first.name}
        {first.id === ownId && ` · ${t("second.you")}`}
      </TableCell>
      <TableCell>
        <Age since={at} />
      </TableCell>
    </TableRow>
  );
}

/** Path of the page where it is decided. */
function placeOf({ kind, id, ids }: WaitsForSecond): string {
  if (ids !== undefined && ids.length > 1) return `/voids?${new URLSearchParams({ ids: ids.join(",") })}`;
  if (kind === "operator") return "/operators";
  if (kind === "correction") return `/players/${id}/show`;
  if (kind === "gift")
    return `/gifts?${new URLSearchParams({ filter: JSON.stringify({ status: "waiting" }) })}`;
  if (kind === "identity") return `/identities/${id}/show`;
  return `/${kind}s/${id}/show`;
}
