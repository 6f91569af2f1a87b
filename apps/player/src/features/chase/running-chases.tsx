import { ChevronRightIcon, RepeatIcon } from "@lotus/ui";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useLiveEvent } from "../../live/live-events.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { CHASES_KEY, runningChasesQuery } from "./chase-queries.ts";
import styles from "./chase.module.css";

/** The player's running chases in a game, in a line: the one that asks, or else the newest. A tap opens it. */
export function RunningChases({ code }: { code: string }) {
  const { t, money, number } = useI18n();
  const client = useQueryClient();
  const running = useQuery(runningChasesQuery(code)).data ?? [];
  useLiveEvent("chase", ({ gameCode }) => {
    if (gameCode !== code) return;
    void client.invalidateQueries({ queryKey: CHASES_KEY });
    // Its bet is one of the player's, and has no event of its own.
    void client.invalidateQueries({ queryKey: ["bets"] });
  });
  const asking = running.find(({ state }) => state === "asking");
  const shown = asking ?? running[0];
  if (shown === undefined) return null;
  const { chaseNo: no, placed, missed, periods, held } = shown;
  return (
    <button
      type="button"
      className={styles.running}
      data-asks={asking !== undefined || undefined}
      onClick={() => void navigation.push(href("chaseRecords", { code, no }))}
    >
      <RepeatIcon size={16} aria-hidden />
      <span>
        {asking === undefined
          ? t("chase.strip", { done: number(placed + missed), all: number(periods), held: money(held) })
          : t("chase.stripAsks")}
      </span>
      {running.length > 1 && <span>{`+${number(running.length - 1)}`}</span>}
      <ChevronRightIcon size={16} aria-hidden />
    </button>
  );
}
