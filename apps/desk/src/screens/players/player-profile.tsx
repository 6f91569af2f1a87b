import { Alert, Box, Typography } from "@mui/material";
import { DESK_CALLS, type PlayerRecord } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { useState, type ReactNode } from "react";
import { Link } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { Amount, Moment } from "../../components/amount.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { PlayerLink } from "../../features/player-link.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useI18n } from "../../i18n/use-i18n.ts";

type Revealed = CallData<typeof DESK_CALLS.revealPlayer>;

/** Profile of a player, with masked contacts that can be revealed with a reason, and lifetime sums. */
export function PlayerProfile({ player }: { readonly player: PlayerRecord }) {
  const t = useI18n();
  const { sums } = player;
  return (
    <Box sx={{ display: "grid", gap: 3 }}>
      <Part title={t("player.account")}>
        <FactList
          facts={[
            { label: t("player.createdAt"), value: <Moment at={player.createdAt} /> },
            { term: "player.lastLoginAt", value: <Moment at={player.lastLoginAt} /> },
            { label: t("player.lastLoginAddress"), value: player.lastLoginAddress || "–" },
            { term: "player.openSessions", value: player.openSessions },
            { label: t("player.pushDevices"), value: player.pushDevices },
            { label: t("player.inviteCode"), value: player.inviteCode },
            {
              label: t("agent.team"),
              value: <Link to={`/agents/${player.id}/show`}>{t("agent.see")}</Link>,
            },
            {
              label: t("player.inviter"),
              value: player.inviter === null ? "–" : <PlayerLink player={player.inviter} />,
            },
            { label: t("player.termsVersion"), value: player.termsVersion },
            { label: t("player.withdrawalHeldUntil"), value: <Moment at={player.withdrawalHeldUntil} /> },
            {
              label: t("player.transPasswordLockedUntil"),
              value: <Moment at={player.transPasswordLockedUntil} />,
            },
            { label: t("player.sameName"), value: <People people={player.sameName} /> },
            {
              label: t("player.addresses"),
              value: (
                <StateChip
                  tone={player.addresses === "locked" ? "wait" : "good"}
                  label={t(`player.addresses.${player.addresses}`)}
                />
              ),
            },
          ]}
        />
      </Part>
      <Part title={t("player.sums")}>
        <FactList
          facts={(
            ["deposit", "withdrawal", "stakes", "payouts", "rebates", "commission", "gifts"] as const
          ).map((name) => ({
            term: `sum.${name}` as const,
            value: <Amount value={sums[name]} strong />,
          }))}
        />
      </Part>
      <Part title={t("player.contacts")}>
        <Contacts player={player} />
      </Part>
    </Box>
  );
}

function People({ people }: { readonly people: PlayerRecord["sameName"] }) {
  if (people.length === 0) return "–";
  return (
    <Box component="span" sx={{ display: "inline-flex", flexWrap: "wrap", columnGap: 1 }}>
      {people.map((player) => (
        <PlayerLink key={player.id} player={player} />
      ))}
    </Box>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Typography component="h2" variant="h3" sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </section>
  );
}

function Contacts({ player }: { readonly player: PlayerRecord }) {
  const t = useI18n();
  const { call } = useDesk();
  const [full, setFull] = useState<Revealed>();
  const { phone, email } = full ?? player;
  return (
    <Box sx={{ display: "grid", gap: 2, justifyItems: "start" }}>
      <Box sx={{ width: "100%" }}>
        <FactList
          facts={[
            { label: t("player.phone"), value: phone || "–" },
            { label: t("player.email"), value: email || "–" },
            ...(full?.addresses ?? []).map(({ place, number, realName }) => ({
              label: `${t("address.one")} · ${place}`,
              value: realName === null ? number : `${number} · ${realName}`,
            })),
          ]}
        />
      </Box>
      {full === undefined ? (
        <ActionButton
          action="player.reveal"
          summary={player.username}
          run={({ reason }) => call(DESK_CALLS.revealPlayer, { params: { id: player.id }, body: { reason } })}
          onDone={setFull}
        />
      ) : (
        <Alert severity="info">{t("reveal.noted")}</Alert>
      )}
    </Box>
  );
}
