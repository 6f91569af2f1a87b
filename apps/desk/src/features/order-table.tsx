import type { DeskOrderRecord } from "@lotus/contract/desk";
import { Box } from "@mui/material";
import { DataTable } from "react-admin";
import { Age } from "../components/age.tsx";
import { Amount, Moment } from "../components/amount.tsx";
import { Channel } from "./channel.tsx";
import { PlayerLink } from "./player-link.tsx";
import { OrderNo } from "../components/order-no.tsx";
import { RowLink } from "../components/row-link.tsx";
import { StateChip, type Tone } from "../components/state-chip.tsx";
import type { WordKey } from "../i18n/i18n.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { OrderActions } from "./order-actions.tsx";

/** Tone of each state of a money order. */
const ORDER_TONES: Readonly<Record<DeskOrderRecord["status"], Tone>> = {
  pendingReview: "wait",
  passed: "good",
  cancelled: "quiet",
};

const Column = DataTable.Col<DeskOrderRecord>;

/** The columns of recharges and withdrawals. On a player's page the player is known and the actions stay away. */
export function OrderTable({ ofPlayer = false }: { readonly ofPlayer?: boolean }) {
  const t = useI18n();
  return (
    <DataTable<DeskOrderRecord>
      bulkActionButtons={false}
      rowClick={(id, _resource, record) => `/${record.type}s/${String(id)}/show`}
    >
      <Column
        source="id"
        label={t("order.no")}
        disableSort
        render={({ id, type, channel }) => (
          <>
            <RowLink to={`/${type}s/${id}/show`}>
              <OrderNo>{id}</OrderNo>
            </RowLink>
            <Box sx={{ color: "text.secondary", fontSize: "0.78rem" }}>
              <Channel id={channel} />
            </Box>
          </>
        )}
      />
      {ofPlayer ? null : (
        <Column
          source="player.name"
          label={t("player.one")}
          disableSort
          render={({ player }) => <PlayerLink player={player} />}
        />
      )}
      <Column
        source="amount"
        label={t("order.amount")}
        align="right"
        disableSort
        render={({ amount }) => <Amount value={amount} strong />}
      />
      <Column
        source="createdAt"
        label={t("order.createdAt")}
        disableSort
        render={({ createdAt, status }) => (
          <>
            <Moment at={createdAt} />
            {status === "pendingReview" && <br />}
            {status === "pendingReview" && <Age since={createdAt} />}
          </>
        )}
      />
      <Column
        source="status"
        label={t("order.status")}
        disableSort
        render={(order) => <OrderState order={order} />}
      />
      {ofPlayer ? null : (
        <Column
          source="approvals"
          label={t("order.actions")}
          align="right"
          disableSort
          render={(order) => (order.status === "pendingReview" ? <OrderActions order={order} /> : null)}
        />
      )}
    </DataTable>
  );
}

/**
 * Where an order stands, each thing in a chip of its own: its state, what is the matter with its payment, and how many of
 * two people have passed it.
 */
export function OrderState({ order }: { readonly order: DeskOrderRecord }) {
  const t = useI18n();
  const { approvals, needsTwo, status } = order;
  const waits = status === "pendingReview";
  const troubles = waits ? troublesOf(order) : [];
  const [tone, label] = stepOf(order);
  return (
    <Box component="span" sx={{ display: "inline-flex", flexWrap: "wrap", gap: 0.5 }}>
      <StateChip tone={tone} label={t(label)} />
      {troubles.map((trouble) => (
        <StateChip key={trouble} tone="bad" label={t(`order.trouble.${trouble}`)} />
      ))}
      {waits && needsTwo && (
        <StateChip tone="info" label={t("order.approvals", { count: approvals.length })} />
      )}
    </Box>
  );
}

/** All that is the matter with a payment that came: the server names what it saw first. */
function troublesOf({ payment, player }: DeskOrderRecord) {
  if (payment === undefined || payment.trouble === null) return [];
  const { trouble, came, asked } = payment;
  const differs = came !== null && came !== asked ? (["amount-mismatch"] as const) : [];
  const rests = player.onBreak === undefined ? [] : (["player-protected"] as const);
  return [...new Set([trouble, ...differs, ...rests])];
}

/** A recharge waits for its money before it waits for the desk; and not every cancelled order was cancelled here. */
function stepOf({ status, payment, reason }: DeskOrderRecord): readonly [Tone, WordKey] {
  if (status === "cancelled" && (reason === "expired" || reason === "player"))
    return ["quiet", `order.step.${reason}`];
  if (status !== "pendingReview" || payment === undefined)
    return [ORDER_TONES[status], `order.status.${status}`];
  if (payment.notices.length > 0) return ["wait", "order.step.came"];
  return payment.confirmedAt === null ? ["quiet", "order.step.asked"] : ["wait", "order.step.told"];
}
