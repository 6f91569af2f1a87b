import type { DeskOrderRecord } from "@lotus/contract/desk";
import { DataTable } from "react-admin";
import { Age } from "../components/age.tsx";
import { Amount, Moment } from "../components/amount.tsx";
import { Channel } from "./channel.tsx";
import { PlayerLink } from "./player-link.tsx";
import { RowLink } from "../components/row-link.tsx";
import { StateChip, type Tone } from "../components/state-chip.tsx";
import { MONO } from "../style/theme.ts";
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
        cellSx={() => ({ minWidth: 116, overflowWrap: "anywhere" })}
        render={({ id, type }) => (
          <RowLink to={`/${type}s/${id}/show`}>
            <span style={{ fontFamily: MONO, fontSize: "0.8rem" }}>{id}</span>
          </RowLink>
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
        source="channel"
        label={t("order.channel")}
        disableSort
        render={({ channel }) => <Channel id={channel} />}
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

/** The state of an order, and how many of two people have passed it. */
export function OrderState({ order }: { readonly order: DeskOrderRecord }) {
  const t = useI18n();
  const half = order.status === "pendingReview" && order.needsTwo;
  const trouble = order.status === "pendingReview" ? (order.payment?.trouble ?? null) : null;
  const label = t(trouble === null ? `order.status.${order.status}` : `order.trouble.${trouble}`);
  return (
    <StateChip
      tone={trouble === null ? ORDER_TONES[order.status] : "bad"}
      label={half ? `${label} · ${t("order.approvals", { count: order.approvals.length })}` : label}
    />
  );
}
