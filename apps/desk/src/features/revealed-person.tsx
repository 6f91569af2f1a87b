import { Alert, Box, TextField } from "@mui/material";
import type { CallData } from "@lotus/contract";
import { DESK_CALLS, type IdentityRecord, type PlayerRef } from "@lotus/contract/desk";
import { tidyTyped } from "@lotus/money";
import { useState } from "react";
import { ActionButton } from "../actions/action-button.tsx";
import { DayField } from "../components/day-field.tsx";
import { FactList } from "../components/fact-list.tsx";
import { useDesk } from "../shell/desk.ts";
import { useConfig } from "../shell/use-config.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { IdentityState } from "./identity-state.tsx";
import { PlayerLink } from "./player-link.tsx";

interface PersonProps {
  readonly player: PlayerRef;
  readonly person: IdentityRecord["person"];
  readonly onChanged: () => void;
}

/** Who a player is, masked until it is revealed with a reason, and what corrects it. */
export function RevealedPerson({ player, person, onChanged }: PersonProps) {
  const t = useI18n();
  const { call } = useDesk();
  const { day } = useConfig();
  const [full, setFull] = useState<CallData<typeof DESK_CALLS.revealIdentity>>();
  const { realName, birthDate } = full ?? person;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)", justifyItems: "start" }}>
      <Box sx={{ width: "100%" }}>
        <FactList
          facts={[
            { label: t("identity.state"), value: <IdentityState state={person.state} /> },
            { label: t("identity.realName"), value: realName ?? "–" },
            { label: t("identity.birthDate"), value: birthDate === null ? "–" : day(birthDate) },
            ...(full === undefined ? [] : [{ label: t("identity.cardName"), value: full.cardName ?? "–" }]),
            ...(full?.doubts ?? []).map(({ id, realName: name }) => ({
              label: person.doubts.find((doubt) => doubt.id === id)?.name ?? t("player.one"),
              value: name ?? "–",
            })),
          ]}
        />
      </Box>
      {person.nameDiffers === true && (
        <Alert severity="warning">{t(person.nameNear ? "identity.nameNear" : "identity.nameDiffers")}</Alert>
      )}
      {person.doubts.length > 0 && (
        <Alert severity="warning">
          {t("identity.doubts")}{" "}
          {person.doubts.map((doubt) => (
            <Box key={doubt.id} component="span" sx={{ mr: 1 }}>
              <PlayerLink player={doubt} />
            </Box>
          ))}
        </Alert>
      )}
      {person.underAge !== null && (
        <Alert severity="warning">{t(`identity.underAge.${person.underAge}`)}</Alert>
      )}
      {full !== undefined && <Alert severity="info">{t("reveal.noted")}</Alert>}
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap" }}>
        {full === undefined && (
          <ActionButton
            action="identity.reveal"
            summary={player.name}
            run={({ reason }) =>
              call(DESK_CALLS.revealIdentity, { params: { id: player.id }, body: { reason } })
            }
            onDone={setFull}
          />
        )}
        <Correct
          player={player}
          byTwo={person.correctedByTwo}
          onDone={() => {
            setFull(undefined);
            onChanged();
          }}
        />
      </Box>
    </Box>
  );
}

interface CorrectProps {
  readonly player: PlayerRef;
  readonly byTwo: boolean;
  readonly onDone: () => void;
}

function Correct({ player, byTwo, onDone }: CorrectProps) {
  const t = useI18n();
  const { call } = useDesk();
  const [name, setName] = useState("");
  const [date, setDate] = useState("");
  return (
    <ActionButton
      action="identity.correct"
      playerState={player.status}
      needsTwo={byTwo}
      {...(byTwo && { twoBecause: t("identity.correctByTwo") })}
      summary={
        <>
          <Box sx={{ mb: 1 }}>{player.name}</Box>
          <Box sx={{ mb: 1, color: "text.secondary" }}>{t("identity.correctHint")}</Box>
        </>
      }
      onOpen={() => {
        setName("");
        setDate("");
      }}
      ready={tidyTyped(name) !== "" || date !== ""}
      fields={
        <Box sx={{ display: "grid", gap: 2 }}>
          <TextField
            label={t("identity.realName")}
            value={name}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 140, autoComplete: "off" } }}
          />
          <DayField label={t("identity.birthDate")} value={date} onChange={setDate} />
        </Box>
      }
      run={({ reason, idempotencyKey }) =>
        call(
          DESK_CALLS.correctIdentity,
          {
            params: { id: player.id },
            body: {
              reason,
              ...(tidyTyped(name) === "" ? {} : { real_name: name }),
              ...(date === "" ? {} : { birth_date: date }),
            },
          },
          { idempotencyKey },
        )
      }
      onDone={onDone}
    />
  );
}
