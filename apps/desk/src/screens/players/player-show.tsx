import { Box, Card, Tab, Tabs, Typography } from "@mui/material";
import { DESK_CALLS, type PlayerRecord } from "@lotus/contract/desk";
import { useState, type ReactNode } from "react";
import { Link, useRecordContext } from "react-admin";
import { useSearchParams } from "react-router-dom";
import { ActionButton } from "../../actions/action-button.tsx";
import { GiveGift } from "../../features/give-gift.tsx";
import { Amount } from "../../components/amount.tsx";
import { useTabTitle } from "../../components/page-title.tsx";
import { RecordPage } from "../../components/record-page.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useConfig } from "../../shell/use-config.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { useMay } from "../../actions/why-not.ts";
import { PlayerCare } from "./player-care.tsx";
import { PlayerBets, PlayerLedger, PlayerOrders, PlayerSessions } from "./player-lists.tsx";
import { PlayerChases } from "./player-chases.tsx";
import { PlayerIdentity } from "./player-identity.tsx";
import { PlayerMessage } from "./player-message.tsx";
import { PlayerNotes } from "./player-notes.tsx";
import { PlayerPasskeys } from "./player-passkeys.tsx";
import { PlayerProfile } from "./player-profile.tsx";
import { PlayerProtection } from "./player-protection.tsx";
import { PlayerState } from "../../features/player-state.tsx";

const TABS = [
  "profile",
  "ledger",
  "bets",
  "chases",
  "recharges",
  "withdrawals",
  "identity",
  "protection",
  "care",
  "notes",
  "sessions",
  "message",
] as const;
type TabName = (typeof TABS)[number];

/** Detail page of one player. */
export function PlayerShow() {
  return (
    <RecordPage title={<PlayerTitle />}>
      <Player />
    </RecordPage>
  );
}

function PlayerTitle() {
  const t = useI18n();
  const record = useRecordContext<PlayerRecord>();
  return <span>{record === undefined ? "" : `${t("player.one")} ${record.username}`}</span>;
}

function Player() {
  const t = useI18n();
  const player = useRecordContext<PlayerRecord>();
  const bet = useBetOfAddress();
  const may = useMay();
  const [tab, setTab] = useState<TabName>(bet === undefined ? "profile" : "bets");
  const [shownBet, setShownBet] = useState(bet);
  if (shownBet !== bet) {
    // Another bet was found while this page was open.
    setShownBet(bet);
    if (bet !== undefined) setTab("bets");
  }
  const { title } = useConfig();
  const shown =
    player === undefined ? "" : `${t("player.one")} ${player.username} · ${t(`player.tab.${tab}`)}`;
  useTabTitle(shown, title);
  if (player === undefined) return null;
  return (
    <Box sx={{ display: "grid", gap: 2, mt: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <PlayerHead player={player} />
      <Card>
        <Tabs
          value={tab}
          onChange={(_event, next: TabName) => setTab(next)}
          aria-label={player.username}
          sx={{ borderBottom: 1, borderColor: "divider" }}
        >
          {TABS.filter((name) => name !== "care" || may("care.read")).map((name) => (
            <Tab
              key={name}
              value={name}
              label={t(`player.tab.${name}`)}
              id={`tab-${name}`}
              aria-controls={`panel-${name}`}
            />
          ))}
        </Tabs>
        <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} sx={{ p: 2 }}>
          {BODIES[tab](player, bet)}
        </Box>
      </Card>
    </Box>
  );
}

/** The bet that the page's address names, as the search leads to it. */
function useBetOfAddress(): string | undefined {
  const [search] = useSearchParams();
  return search.get("bet") ?? undefined;
}

/** Content of each tab. */
const BODIES: Readonly<Record<TabName, (player: PlayerRecord, bet: string | undefined) => ReactNode>> = {
  profile: (player) => <PlayerProfile player={player} />,
  ledger: ({ id }) => <PlayerLedger playerId={id} />,
  bets: ({ id }, bet) => <PlayerBets key={bet} playerId={id} orderNo={bet} />,
  chases: (player) => <PlayerChases player={player} />,
  recharges: ({ id }) => <PlayerOrders playerId={id} resource="recharges" />,
  withdrawals: ({ id }) => <PlayerOrders playerId={id} resource="withdrawals" />,
  identity: (player) => <PlayerIdentity player={player} />,
  protection: (player) => <PlayerProtection player={player} />,
  care: ({ id }) => <PlayerCare playerId={id} />,
  notes: ({ id }) => <PlayerNotes playerId={id} />,
  sessions: (player) => (
    <>
      <PlayerSessions playerId={player.id} />
      <PlayerPasskeys player={player} />
    </>
  ),
  message: (player) => <PlayerMessage player={player} />,
};

function PlayerHead({ player }: { readonly player: PlayerRecord }) {
  const t = useI18n();
  const { call } = useDesk();
  const params = { id: player.id };
  const summary = `${player.username} · ${player.id}`;
  return (
    <Card sx={{ p: 2.5, display: "flex", flexWrap: "wrap", gap: 2, alignItems: "center" }}>
      <Box sx={{ flex: 1, minWidth: 220 }}>
        <Box sx={{ display: "flex", gap: 1.5, alignItems: "center" }}>
          <Typography component="h2" variant="h2">
            {player.username}
          </Typography>
          <PlayerState player={player} />
        </Box>
        <Typography color="textSecondary">
          {player.id} · {t("player.balance")} <Amount value={player.balance} strong /> · {t("player.hold")}{" "}
          <Amount value={player.hold} />
        </Typography>
      </Box>
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
        <GiveGift
          player={{ id: player.id, name: player.username, status: player.status, onBreak: player.onBreak }}
        />
        <ActionButton
          action="player.unlockAddresses"
          state={player.addresses}
          playerState={player.status}
          summary={summary}
          run={({ reason, idempotencyKey }) =>
            call(DESK_CALLS.unlockAddresses, { params, body: { reason } }, { idempotencyKey })
          }
        />
        <EndPush player={player} summary={summary} />
        <ActionButton
          action="player.endSessions"
          summary={summary}
          blocked={player.openSessions === 0 ? t("player.noSessions") : undefined}
          run={({ reason, idempotencyKey }) =>
            call(DESK_CALLS.endPlayerSessions, { params, body: { reason } }, { idempotencyKey })
          }
        />
        {player.status === "locked" ? (
          <ActionButton
            action="player.unlock"
            state={player.status}
            summary={summary}
            run={({ reason, idempotencyKey }) =>
              call(DESK_CALLS.unlockPlayer, { params, body: { reason } }, { idempotencyKey })
            }
          />
        ) : (
          <ActionButton
            action="player.lock"
            state={player.status}
            variant="danger"
            summary={summary}
            run={({ reason, idempotencyKey }) =>
              call(DESK_CALLS.lockPlayer, { params, body: { reason } }, { idempotencyKey })
            }
          />
        )}
        <OnTheirWord player={player} summary={summary} />
      </Box>
    </Card>
  );
}

/** What the desk does on the player's word alone: the reason quotes it, and the conversation is a click away. */
function OnTheirWord({ player, summary }: { readonly player: PlayerRecord; readonly summary: string }) {
  const t = useI18n();
  const { call } = useDesk();
  const may = useMay();
  const params = { id: player.id };
  const quote = (hint: string): ReactNode => (
    <Box sx={{ display: "grid", gap: 0.5 }}>
      <span>{summary}</span>
      <Typography variant="body2" color="textSecondary">
        {hint}
      </Typography>
      {may("conversation.read") && (
        <Link to={`/conversations?open=${player.id}`}>{t("player.conversation")}</Link>
      )}
    </Box>
  );
  return (
    <>
      <ActionButton
        action="player.export"
        playerState={player.status}
        summary={quote(t("player.export.hint"))}
        run={({ reason, idempotencyKey }) =>
          call(DESK_CALLS.exportPlayer, { params, body: { reason } }, { idempotencyKey })
        }
      />
      <ActionButton
        action="player.close"
        state={player.status}
        variant="danger"
        summary={quote(t("player.close.hint"))}
        run={({ reason, idempotencyKey }) =>
          call(DESK_CALLS.closePlayer, { params, body: { reason } }, { idempotencyKey })
        }
      />
    </>
  );
}

/** Ends what is pushed to the player's devices, where something is. */
function EndPush({ player, summary }: { readonly player: PlayerRecord; readonly summary: string }) {
  const { call } = useDesk();
  if (player.pushDevices === 0) return null;
  return (
    <ActionButton
      action="player.endPush"
      summary={summary}
      run={({ reason, idempotencyKey }) =>
        call(DESK_CALLS.endPlayerPush, { params: { id: player.id }, body: { reason } }, { idempotencyKey })
      }
    />
  );
}
