import type { EarlierSlip } from "@lotus/contract";
import { Button, ChevronRightIcon, Figure, Skeleton, VisuallyHidden } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { TileIcon } from "../lobby-games/tile-icon.tsx";
import type { LobbyGame } from "../lobby-games/use-games.ts";
import styles from "./again.module.css";
import { noteSlips } from "./again-known.ts";
import { goToSlip } from "./offer-slip.ts";
import { recentSlipsQuery } from "./slip-queries.ts";
import { picksInShort } from "./slip-row.tsx";
import { useLater } from "./use-later.ts";

interface AgainProps {
  games: readonly LobbyGame[] | undefined;
  /** Its place is kept: it stays even if nothing was found. */
  kept: boolean;
}

/** The player's last slips, to be looked at again in a tap, and the way to all of them. Nothing is placed from here. */
export function Again({ games, kept }: AgainProps) {
  const { t, locale } = useI18n();
  const recent = useQuery(recentSlipsQuery(locale));
  const mine = useLater(() => import("./my-slips.tsx").then((part) => part.MySlips));
  const isFound = recent.data !== undefined && recent.data.length > 0;
  useEffect(() => {
    if (isFound) noteSlips();
  }, [isFound]);
  if (!kept && !isFound) return null;
  return (
    <section className={styles.again} aria-labelledby="home-again">
      <header className={styles.head}>
        <h2 id="home-again">{t("slips.mine")}</h2>
        <Button variant="ghost" size="s" aria-haspopup="dialog" onClick={mine.open}>
          <span className={styles.all}>
            {t("slips.all")}
            <ChevronRightIcon size={18} aria-hidden />
          </span>
        </Button>
      </header>
      {recent.data === undefined ? (
        recent.isError ? (
          <Button variant="outline" size="s" onClick={() => void recent.refetch()}>
            {t("app.reload")}
          </Button>
        ) : (
          <Skeleton width="100%" height={84} radius={12} />
        )
      ) : (
        <ul className={styles.cards}>
          {recent.data.map((slip) => (
            <Card
              key={`${slip.gameCode} ${slip.time}`}
              slip={slip}
              game={games?.find((each) => each.gameCode === slip.gameCode)}
            />
          ))}
        </ul>
      )}
      {mine.Part !== null && <mine.Part open={mine.isOpen} onClose={mine.close} />}
    </section>
  );
}

function Card({ slip, game }: { slip: EarlierSlip; game: LobbyGame | undefined }) {
  const { t, money } = useI18n();
  return (
    <li>
      <button
        type="button"
        className={styles.card}
        disabled={game?.on === false}
        onClick={() => void goToSlip(slip)}
      >
        <VisuallyHidden>{t("play.detail.again")}</VisuallyHidden>
        <span className={styles.game}>
          {game !== undefined && <TileIcon game={game} size={28} />}
          <b>{game?.name ?? slip.gameCode}</b>
          <Figure size={14}>{money(slip.total)}</Figure>
        </span>
        {/* As many picks as fit; the slip that opens has all of them. */}
        <span className={styles.picks} data-may-shorten>
          {picksInShort(slip)}
        </span>
        <span className={styles.lines}>
          {game?.on === false ? t("play.game.off") : t("slips.lines", { count: slip.lines.length })}
        </span>
      </button>
    </li>
  );
}
