import { Card } from "@lotus/ui";
import { PUSH_KINDS } from "@lotus/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SwitchRow } from "../../../components/switch-row.tsx";
import { gamesQuery } from "../../../features/game-data/queries.ts";
import type { LobbyGame } from "../../../features/lobby-games/use-games.ts";
import { installWay, isIos } from "../../../features/news/install.ts";
import {
  canPush,
  changePush,
  type PushChoice,
  pushQuery,
  switchPushOff,
  switchPushOn,
} from "../../../features/news/push.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { notifyError } from "../../../shell/notify.ts";
import styles from "./news.module.css";

/** Games drawn at most this often are told at first; faster ones would send a lot. */
const SLOW_MINUTES = 10;

/** What is pushed to this device while the app is closed. Nothing is shown where the operator pushes nothing. */
export function PushCard() {
  const { t } = useI18n();
  const state = useQuery(pushQuery).data;
  const games = useQuery(gamesQuery).data?.list ?? [];
  const [busy, setBusy] = useState(false);
  const [denied, setDenied] = useState(() => canPush() && Notification.permission === "denied");
  if (state === undefined || state.publicKey === null) return null;
  const { publicKey, device } = state;
  const run = (act: () => Promise<unknown>) => {
    setBusy(true);
    // A refusal has been shown; the switches show what is.
    void act()
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  const first: PushChoice = {
    kinds: [...PUSH_KINDS],
    games: slowGames(games),
    amounts: false,
  };
  const turn = async (on: boolean) => {
    if (!on) return switchPushOff();
    const failure = await switchPushOn(publicKey, first);
    setDenied(failure === "denied");
    if (failure === "failed") notifyError(t("news.push.failed"));
    return undefined;
  };
  const why = whyNot(denied);
  return (
    <>
      <h2 className={styles.title}>{t("news.push.title")}</h2>
      <Card padding="none">
        <SwitchRow
          label={t("news.push.on")}
          on={device !== null}
          disabled={busy || why !== null}
          onChange={(on) => run(() => turn(on))}
        />
      </Card>
      <p className={styles.hint}>{t(why ?? "news.push.hint")}</p>
      {device !== null && (
        <Choices choice={device} busy={busy} onChange={(choice) => run(() => changePush(choice))} />
      )}
    </>
  );
}

/** Why this browser cannot be pushed anything; null if it can. */
function whyNot(denied: boolean) {
  if (!canPush()) return isIos() && installWay() !== null ? "news.push.ios" : "news.push.unsupported";
  return denied ? "news.push.denied" : null;
}

interface ChoicesProps {
  choice: PushChoice;
  busy: boolean;
  onChange: (choice: PushChoice) => void;
}

function Choices({ choice: { kinds, games, amounts }, busy, onChange }: ChoicesProps) {
  const { t } = useI18n();
  const lobby = useQuery(gamesQuery).data?.list ?? [];
  const choice = { kinds, games, amounts };
  return (
    <>
      <h2 className={styles.title}>{t("news.push.what")}</h2>
      <Card padding="none">
        {PUSH_KINDS.map((kind) => (
          <SwitchRow
            key={kind}
            label={t(`news.push.kind.${kind}`)}
            on={kinds.includes(kind)}
            disabled={busy}
            onChange={(on) =>
              onChange({
                ...choice,
                kinds: withOrWithout(kinds, kind, on),
                // The server keeps no games of who wants no results.
                games: kind === "results" && on ? slowGames(lobby) : games,
              })
            }
          />
        ))}
        <SwitchRow
          label={t("news.push.amounts")}
          on={amounts}
          disabled={busy}
          onChange={(on) => onChange({ ...choice, amounts: on })}
        />
      </Card>
      <p className={styles.hint}>{t("news.push.amountsHint")}</p>
      {kinds.includes("results") && (
        <>
          <h2 className={styles.title}>{t("news.push.games")}</h2>
          <Card padding="none">
            {lobby.map(({ gameCode, name }) => (
              <SwitchRow
                key={gameCode}
                label={name}
                on={games.includes(gameCode)}
                disabled={busy}
                onChange={(on) => onChange({ ...choice, games: withOrWithout(games, gameCode, on) })}
              />
            ))}
          </Card>
          <p className={styles.hint}>{t("news.push.gamesHint")}</p>
        </>
      )}
    </>
  );
}

function slowGames(games: readonly Pick<LobbyGame, "gameCode" | "cycleMinutes">[]): string[] {
  return games.filter(({ cycleMinutes }) => cycleMinutes >= SLOW_MINUTES).map(({ gameCode }) => gameCode);
}

function withOrWithout<Item>(list: readonly Item[], item: Item, on: boolean): Item[] {
  return on ? [...list, item] : list.filter((each) => each !== item);
}
