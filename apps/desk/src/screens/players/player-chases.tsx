import type { CallData } from "@lotus/contract";
import { DESK_CALLS, type PlayerRecord } from "@lotus/contract/desk";
import { TableCell, TableRow, Typography } from "@mui/material";
import { ActionButton } from "../../actions/action-button.tsx";
import { Amount, Moment } from "../../components/amount.tsx";
import { StateChip, type Tone } from "../../components/state-chip.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { gameName } from "../../i18n/i18n.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useDesk } from "../../shell/desk.ts";
import { OrderNo } from "../../components/order-no.tsx";

type Chase = CallData<typeof DESK_CALLS.playerChases>["list"][number];

const TONES: Readonly<Record<Chase["state"], Tone>> = { running: "info", asking: "wait", ended: "quiet" };

/** A player's chases: their plans, what is held for them, and ending one. */
export function PlayerChases({ player }: { readonly player: PlayerRecord }) {
  const t = useI18n();
  const { data, reload } = useCall(DESK_CALLS.playerChases, { params: { id: player.id } });
  if (data === undefined) return null;
  return (
    <TableCard
      title={t("player.tab.chases")}
      heads={[
        "chase.no",
        "chase.bets",
        "chase.plan",
        { right: "chase.total" },
        { right: "chase.staked" },
        { right: "chase.payout" },
        { right: "chase.held" },
        "chase.state",
      ]}
      empty={data.list.length === 0 ? t("chase.none") : undefined}
    >
      {data.list.map((chase) => (
        <ChaseRow key={chase.id} chase={chase} player={player} onDone={reload} />
      ))}
    </TableCard>
  );
}

function ChaseRow({
  chase,
  player,
  onDone,
}: {
  readonly chase: Chase;
  readonly player: PlayerRecord;
  readonly onDone: () => void;
}) {
  const t = useI18n();
  const { call } = useDesk();
  const { id, state, why, lines, gameCode, placed, missed, periods, firstPrizeNo, lastPrizeNo } = chase;
  return (
    <TableRow>
      <TableCell>
        <OrderNo>{id}</OrderNo>
        <Typography variant="caption" color="textSecondary" component="p">
          <Moment at={chase.time} />
        </Typography>
      </TableCell>
      <TableCell sx={{ maxWidth: 260, overflowWrap: "anywhere" }}>
        {lines.map(({ modeName, optionName, betNumbers }) => (
          <div key={`${optionName} ${betNumbers}`}>{`${modeName} · ${optionName}: ${betNumbers}`}</div>
        ))}
      </TableCell>
      <TableCell>
        {t("chase.progress", { placed: String(placed), missed: String(missed), periods: String(periods) })}
        <Typography variant="caption" color="textSecondary" component="p">
          {gameName(gameCode)} {firstPrizeNo} – {lastPrizeNo}
        </Typography>
      </TableCell>
      <TableCell align="right">
        <Amount value={chase.total} />
      </TableCell>
      <TableCell align="right">
        <Amount value={chase.staked} />
      </TableCell>
      <TableCell align="right">
        <Amount value={chase.payout} />
      </TableCell>
      <TableCell align="right">
        <Amount value={chase.held} strong />
      </TableCell>
      <TableCell>
        <StateChip tone={TONES[state]} label={t(`chase.state.${state}`)} />
        {why !== undefined && (
          <Typography variant="caption" color="textSecondary" component="p">
            {t(`chase.why.${why}`)}
          </Typography>
        )}
        {state !== "ended" && (
          <ActionButton
            action="player.endChase"
            summary={`${player.username} · ${id}`}
            onDone={onDone}
            run={({ reason, idempotencyKey }) =>
              call(
                DESK_CALLS.endPlayerChase,
                { params: { id: player.id }, body: { chase_no: id, reason } },
                { idempotencyKey },
              )
            }
          />
        )}
      </TableCell>
    </TableRow>
  );
}
