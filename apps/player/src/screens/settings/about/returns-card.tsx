import type { GameReturn } from "@lotus/fair/returns";
import type { DeviceMessageKey } from "@lotus/locales";
import { Button, Card } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { verifier, type ReturnsReader } from "../../../features/fairness/verifier.ts";
import { gamesQuery } from "../../../features/game-data/queries.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./about.module.css";

type Reading =
  | { readonly state: "idle" | "working" | "failed" }
  | { readonly state: "done"; readonly games: readonly GameReturn[] };

/** Computes on this device, at a tap, what the games returned by the newest pages of the public log. */
export function ReturnsCard({ reader = verifier }: { reader?: ReturnsReader }) {
  const { t } = useI18n();
  const [reading, setReading] = useState<Reading>({ state: "idle" });
  async function read() {
    setReading({ state: "working" });
    try {
      const { games } = await reader.readReturns();
      setReading({ state: "done", games: games.filter(({ measured }) => measured !== null) });
    } catch {
      setReading({ state: "failed" });
    }
  }
  return (
    <section>
      <h2 className={styles.heading}>{t("device.return.title")}</h2>
      <Card>
        <p className={styles.intro}>{t("device.return.words")}</p>
        {reading.state === "done" && <Games games={reading.games} />}
        {reading.state === "failed" && <p role="alert">{t("device.return.failed")}</p>}
        <Button variant="tint" size="s" busy={reading.state === "working"} onClick={() => void read()}>
          {t("device.return.run")}
        </Button>
      </Card>
    </section>
  );
}

function Games({ games }: { games: readonly GameReturn[] }) {
  const { t } = useI18n();
  const names = useQuery(gamesQuery).data?.list;
  if (games.length === 0) return <p className={styles.intro}>{t("device.return.none")}</p>;
  return (
    <>
      <dl className={styles.facts}>
        {games.map((each) => (
          <Game
            key={each.game}
            name={names?.find(({ gameCode }) => gameCode === each.game)?.name ?? each.game}
            game={each}
          />
        ))}
      </dl>
      <p className={styles.words}>{t("device.return.limits")}</p>
    </>
  );
}

function Game({ name, game }: { name: string; game: GameReturn }) {
  const { t, number } = useI18n();
  const { measured, exact, band, counted, unstated, unknownOdds } = game;
  const percent = (share: number) =>
    number(share, { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 });
  if (measured === null || exact === null || band === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <b>{t("device.return.measured", { share: percent(measured) })}</b>
        <span>{t("device.return.exact", { low: percent(exact.low), high: percent(exact.high) })}</span>
        <span>
          {isKnown(game)
            ? t("device.return.band", { low: percent(band.low), high: percent(band.highWithoutRare) })
            : t("device.return.bandFrom", { low: percent(band.low) })}
        </span>
        <span>
          {t("device.return.counted", {
            counted: number(counted),
            drawn: number(counted + unstated + unknownOdds),
          })}
        </span>
        <span className={styles.judged} data-state={isOff(game) ? "off" : undefined}>
          {t(judgedKey(game))}
        </span>
      </dd>
    </>
  );
}

function isOff({ judged, impossible }: GameReturn): boolean {
  return judged === "low" || judged === "high" || impossible.length > 0;
}

/** A band that reaches to twice the stakes says nothing yet of what is kept. */
const MAX_KNOWN = 2;

function isKnown({ band }: GameReturn): boolean {
  return band !== null && band.highWithoutRare < MAX_KNOWN;
}

function judgedKey(game: GameReturn): DeviceMessageKey {
  const { judged, impossible } = game;
  if (impossible.length > 0) return "device.return.wrong";
  if (judged !== null) return `device.return.${judged}`;
  return isKnown(game) ? "device.return.inLine" : "device.return.few";
}
