import { Box } from "@mui/material";
import { DESK_CALLS, type GiftRecord } from "@lotus/contract/desk";
import { DataTable, TextInput } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { useWhyNotSecond } from "../../actions/why-not-second.ts";
import { Age } from "../../components/age.tsx";
import { AloneToday } from "../../components/alone.tsx";
import { Amount, Moment } from "../../components/amount.tsx";
import { ChoiceFilter } from "../../components/choice-filter.tsx";
import { DayFilter } from "../../components/day-filter.tsx";
import { useBreakText } from "../../features/break-text.ts";
import { useDecided } from "../../features/decided.ts";
import { GiveGift } from "../../features/give-gift.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { PlayerLink } from "../../features/player-link.tsx";
import { StateChip, type Tone } from "../../components/state-chip.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { firstWords, toldText } from "../../features/told-text.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

const Column = DataTable.Col<GiftRecord>;
const STATES = ["waiting", "given", "cancelled"] as const;
const TONES: Readonly<Record<GiftRecord["status"], Tone>> = {
  waiting: "wait",
  given: "good",
  cancelled: "quiet",
};

/** Gifts of the operator to players, the latest first. */
export function GiftList() {
  const t = useI18n();
  const filters = [
    <ChoiceFilter
      key="status"
      source="status"
      label={t("gift.status")}
      choices={STATES.map((id) => ({ id, name: t(`gift.status.${id}`) }))}
      alwaysOn
    />,
    <TextInput key="player" source="playerId" label={t("player.id")} helperText={false} alwaysOn />,
    <DayFilter key="from" source="from" alwaysOn />,
    <DayFilter key="to" source="to" alwaysOn />,
  ];
  return (
    <>
      <Box sx={{ mt: 2, display: "flex", flexWrap: "wrap", gap: 3, alignItems: "center" }}>
        <GiveGift />
        <AloneToday of="gifts" />
      </Box>
      <PagedList title={t("resources.gifts.name")} filters={filters}>
        <GiftTable />
      </PagedList>
    </>
  );
}

function GiftTable() {
  const t = useI18n();
  return (
    <DataTable<GiftRecord> bulkActionButtons={false} rowClick={false}>
      <Column
        source="askedAt"
        label={t("gift.askedAt")}
        disableSort
        render={({ askedAt, status }) => (
          <>
            <Moment at={askedAt} />
            {status === "waiting" && <br />}
            {status === "waiting" && <Age since={askedAt} />}
          </>
        )}
      />
      <Column
        source="player.name"
        label={t("player.one")}
        disableSort
        render={({ player }) => <PlayerLink player={player} />}
      />
      <Column
        source="amount"
        label={t("gift.amount")}
        align="right"
        disableSort
        render={({ amount }) => <Amount value={amount} strong />}
      />
      <Column
        source="reason"
        label={t("action.told")}
        disableSort
        cellSx={() => ({ maxWidth: 280, overflowWrap: "anywhere" })}
        render={({ reason }) => toldText(reason, t)}
      />
      <Column
        source="note"
        label={t("action.note")}
        disableSort
        cellSx={() => ({ maxWidth: 280, overflowWrap: "anywhere" })}
      />
      <Column
        source="status"
        label={t("gift.status")}
        disableSort
        render={({ status }) => <StateChip tone={TONES[status]} label={t(`gift.status.${status}`)} />}
      />
      <Column
        source="askedBy.name"
        label={t("gift.people")}
        disableSort
        render={({ askedBy, decidedBy }) =>
          decidedBy === null || decidedBy.id === askedBy.id
            ? askedBy.name
            : `${askedBy.name}, ${decidedBy.name}`
        }
      />
      <Column
        source="id"
        label={t("order.actions")}
        align="right"
        disableSort
        render={(gift) => (gift.status === "waiting" ? <GiftActions gift={gift} /> : null)}
      />
    </DataTable>
  );
}

/** Buttons for a waiting gift: a second person gives it, or it is cancelled. */
function GiftActions({ gift }: { readonly gift: GiftRecord }) {
  const t = useI18n();
  const { call } = useDesk();
  const server = useConfig();
  const whyNotSecond = useWhyNotSecond();
  const breakText = useBreakText();
  const params = { id: gift.id };
  const decided = useDecided();
  const shared = {
    state: gift.status,
    outcome: async () => {
      const { status, decidedBy, decidedAt } = await call(DESK_CALLS.gift, { params });
      return decided({ by: decidedBy, what: t(`gift.status.${status}`), at: decidedAt });
    },
    summary: `${gift.player.name} · ${server.money(gift.amount)} · ${firstWords(gift, t)}`,
  };
  return (
    <Box sx={{ display: "inline-flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 }}>
      <ActionButton
        {...shared}
        action="gift.confirm"
        playerState={gift.player.status}
        variant="main"
        blocked={
          breakText("gift", gift.player.onBreak) ??
          (gift.askedBy.id === server.id ? t("gift.askedByYou") : whyNotSecond([gift.askedBy.id]))
        }
        run={({ reason, idempotencyKey }) =>
          call(DESK_CALLS.confirmGift, { params, body: reason === "" ? {} : { reason } }, { idempotencyKey })
        }
      />
      <ActionButton
        {...shared}
        action="gift.cancel"
        variant="danger"
        run={({ reason, idempotencyKey }) =>
          call(DESK_CALLS.cancelGift, { params, body: { reason } }, { idempotencyKey })
        }
      />
    </Box>
  );
}
