import type { CallData } from "@lotus/contract";
import { DESK_CALLS, type PlayerRecord } from "@lotus/contract/desk";
import { TableCell, TableRow } from "@mui/material";
import { ActionButton } from "../../actions/action-button.tsx";
import { Moment } from "../../components/amount.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { TableCard } from "../../components/table-card.tsx";
import { useCall } from "../../components/use-call.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useDesk } from "../../shell/desk.ts";

type Passkey = CallData<typeof DESK_CALLS.playerPasskeys>["list"][number];

/** A player's passkeys, and removing one on the player's word. */
export function PlayerPasskeys({ player }: { readonly player: PlayerRecord }) {
  const t = useI18n();
  const { data, reload } = useCall(DESK_CALLS.playerPasskeys, { params: { id: player.id } });
  if (data === undefined) return null;
  return (
    <TableCard
      title={t("passkey.title")}
      heads={["passkey.kind", "passkey.createdAt", "passkey.lastUsedAt", "passkey.state"]}
      empty={data.list.length === 0 ? t("passkey.none") : undefined}
    >
      {data.list.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} player={player} onDone={reload} />
      ))}
    </TableCard>
  );
}

function PasskeyRow({
  passkey,
  player,
  onDone,
}: {
  readonly passkey: Passkey;
  readonly player: PlayerRecord;
  readonly onDone: () => void;
}) {
  const t = useI18n();
  const { call } = useDesk();
  const { id, kind, provider, createdAt, lastUsedAt, suspended } = passkey;
  const name = [t(`passkey.kind.${kind}`), provider].filter((part) => part !== "").join(" · ");
  return (
    <TableRow>
      <TableCell>{name}</TableCell>
      <TableCell>
        <Moment at={createdAt} />
      </TableCell>
      <TableCell>{lastUsedAt === null ? t("passkey.neverUsed") : <Moment at={lastUsedAt} />}</TableCell>
      <TableCell>
        {suspended && <StateChip tone="bad" label={t("passkey.suspended")} />}
        <ActionButton
          action="player.removePasskey"
          playerState={player.status}
          variant="danger"
          summary={`${player.username} · ${name}`}
          onDone={onDone}
          run={({ reason, idempotencyKey }) =>
            call(
              DESK_CALLS.removePlayerPasskey,
              { params: { id: player.id }, body: { passkey_id: id, reason } },
              { idempotencyKey },
            )
          }
        />
      </TableCell>
    </TableRow>
  );
}
