import type { EarlierSlip, SavedSlip } from "@lotus/contract";
import { Figure, IconButton, PencilIcon } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { recordName } from "../bet-result/bet-words.ts";
import type { LobbyGame } from "../lobby-games/use-games.ts";
import { TileIcon } from "../lobby-games/tile-icon.tsx";
import styles from "./my-slips.module.css";

interface SlipRowProps {
  slip: EarlierSlip | SavedSlip;
  game: LobbyGame | undefined;
  onChoose: () => void;
  /** Renames or removes it; only for what is saved. */
  onEdit?: () => void;
}

/** One slip: its name or game, the first picks in short, how many lines, and what it cost. */
export function SlipRow({ slip, game, onChoose, onEdit }: SlipRowProps) {
  const { t, money } = useI18n();
  const gameName = game?.name ?? slip.gameCode;
  const name = "name" in slip ? slip.name : undefined;
  return (
    <li className={styles.row}>
      <button type="button" className={styles.choose} disabled={game?.on === false} onClick={onChoose}>
        {game !== undefined && <TileIcon game={game} size={40} />}
        <span className={styles.words}>
          <b>{name ?? gameName}</b>
          {/* As many picks as fit in two lines; the slip that opens has all of them. */}
          <span data-may-shorten>
            {name === undefined ? picksInShort(slip) : `${gameName} · ${picksInShort(slip)}`}
          </span>
        </span>
        <span className={styles.sum}>
          <Figure size={14}>{money(slip.total)}</Figure>
          <span>
            {game?.on === false ? t("play.game.off") : t("slips.lines", { count: slip.lines.length })}
          </span>
        </span>
      </button>
      {onEdit !== undefined && (
        <IconButton
          label={t("slips.editSaved", { name: name ?? "" })}
          icon={<PencilIcon size={18} />}
          onClick={onEdit}
        />
      )}
    </li>
  );
}

/** The first line of a slip: "Last two · Direct: 3 7, 5". */
export function picksInShort({ lines }: EarlierSlip | SavedSlip): string {
  const [first] = lines;
  if (first === undefined) return "";
  // Picks of several groups begin with the name of the first, which may be that of the bet.
  return first.picks.startsWith(`${first.optionName}: `)
    ? `${first.modeName} · ${first.picks}`
    : `${recordName(first)}: ${first.picks}`;
}
