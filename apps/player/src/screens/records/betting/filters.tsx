import type { BetState } from "@lotus/contract";
import { CheckIcon, ChevronDownIcon, Chip, ListRow, Sheet } from "@lotus/ui";
import { type ReactNode, useState } from "react";
import { ALL_GAMES } from "../../../features/game-data/queries.ts";
import type { RecordDays } from "../../../features/game-data/record-days.ts";
import { DaysChip } from "../../../features/record-list/days-chip.tsx";
import type { LobbyGame } from "../../../features/lobby-games/use-games.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./betting.module.css";
import { STATE_WORDS } from "./status.ts";

interface FiltersProps {
  games: readonly LobbyGame[];
  days: RecordDays;
  onDays: (days: RecordDays) => void;
  gameCode: string;
  onGame: (code: string) => void;
  state: BetState | undefined;
  onState: (state: BetState | undefined) => void;
  /** A last chip. */
  children?: ReactNode;
}

const STATES: readonly BetState[] = ["notDrawn", "drawn", "won", "notWon", "returned", "cancelled"];

/** Chips that open the choice of days, of game and of status. */
export function Filters(props: FiltersProps) {
  const { games, days, onDays, gameCode, onGame, state, onState, children } = props;
  const { t } = useI18n();
  const [open, setOpen] = useState<"none" | "game" | "status">("none");
  const close = () => setOpen("none");
  const game = games.find((each) => each.gameCode === gameCode);
  return (
    <div className={styles.filters}>
      <DaysChip days={days} onChange={onDays} />
      <Chip
        on={gameCode !== ALL_GAMES}
        aria-haspopup="dialog"
        end={<ChevronDownIcon aria-hidden />}
        onClick={() => setOpen("game")}
      >
        {gameCode === ALL_GAMES ? t("play.records.allGames") : (game?.name ?? gameCode)}
      </Chip>
      <Chip
        on={state !== undefined}
        aria-haspopup="dialog"
        end={<ChevronDownIcon aria-hidden />}
        onClick={() => setOpen("status")}
      >
        {state === undefined ? t("play.records.status") : t(STATE_WORDS[state])}
      </Chip>
      {children}
      <Choices
        open={open === "game"}
        title={t("play.game.choose")}
        items={[
          { key: ALL_GAMES, label: t("play.records.allGames") },
          ...games.map(({ gameCode: key, name }) => ({ key, label: name })),
        ]}
        value={gameCode}
        onChoose={onGame}
        onClose={close}
      />
      <Choices
        open={open === "status"}
        title={t("play.records.status")}
        items={[
          { key: "", label: t("play.records.allStatuses") },
          ...STATES.map((each) => ({ key: each, label: t(STATE_WORDS[each]) })),
        ]}
        value={state ?? ""}
        onChoose={(key) => onState(STATES.find((each) => each === key))}
        onClose={close}
      />
    </div>
  );
}

interface ChoicesProps {
  open: boolean;
  title: string;
  items: readonly { readonly key: string; readonly label: ReactNode }[];
  value: string;
  onChoose: (key: string) => void;
  onClose: () => void;
}

function Choices({ open, title, items, value, onChoose, onClose }: ChoicesProps) {
  const { t } = useI18n();
  return (
    <Sheet open={open} onClose={onClose} title={title} closeLabel={t("play.close")}>
      {items.map(({ key, label }) => (
        <ListRow
          key={key}
          title={<span aria-current={key === value || undefined}>{label}</span>}
          value={key === value ? <CheckIcon size={20} aria-hidden /> : undefined}
          chevron={false}
          onClick={() => {
            onChoose(key);
            onClose();
          }}
        />
      ))}
    </Sheet>
  );
}
