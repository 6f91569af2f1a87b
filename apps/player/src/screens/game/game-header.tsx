import type { RuleTree } from "@lotus/contract";
import {
  ChartColumnIcon,
  ChevronDownIcon,
  ClockIcon,
  EllipsisVerticalIcon,
  Figure,
  PencilIcon,
  IconButton,
  InfoIcon,
  ListRow,
  NavBar,
  PlusIcon,
  ReceiptIcon,
  RepeatIcon,
  Sheet,
  ShieldCheckIcon,
  TicketIcon,
} from "@lotus/ui";
import { useState } from "react";
import { useStore } from "zustand";
import { serverClock } from "../../api/server-clock.ts";
import { useLiveState } from "../../live/live-events.ts";
import { SaleClock } from "../../features/lobby-games/sale-clock.tsx";
import { saleState } from "../../features/lobby-games/sale-state.ts";
import { closedWords } from "../../features/slip/closed-words.ts";
import { TileIcon } from "../../features/lobby-games/tile-icon.tsx";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import type { GameStore } from "../../features/slip/game-store.ts";
import { optionAt } from "../../features/slip/game-mode.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { type I18n, useI18n } from "../../i18n/use-i18n.tsx";
import { gameName } from "./game-names.ts";
import styles from "./game-header.module.css";

interface GameHeaderProps {
  code: string;
  game: LobbyGame | undefined;
  games: readonly LobbyGame[];
  tree: RuleTree;
  store: GameStore;
  /** "1234.50"; undefined while unknown. */
  balance: string | undefined;
  onRecharge: () => void;
  onVerify: () => void;
  onMySlips: () => void;
}

type OpenSheet = "none" | "games" | "menu";

/** Header with the game's name (switches games), the balance (opens recharge) and the menu. */
// One bar, with what opens from it.
// oxlint-disable-next-line max-lines-per-function
export function GameHeader(props: GameHeaderProps) {
  const { code, game, games, tree, store, balance, onRecharge, onVerify, onMySlips } = props;
  const { t, money } = useI18n();
  const [sheet, setSheet] = useState<OpenSheet>("none");
  const option = useStore(store, (state) => optionAt(tree.rules, state.gameMode));
  const close = () => setSheet("none");
  const name = gameName(code, game);
  const practice = useAppConfig().protection?.practice === true;
  return (
    <>
      <NavBar
        align="start"
        ground="surface"
        onBack={() => void navigation.back()}
        backLabel={t("app.back")}
        heading={name}
        title={
          <button
            type="button"
            className={styles.title}
            aria-label={t("play.game.switch", { name })}
            aria-haspopup="dialog"
            onClick={() => setSheet("games")}
          >
            <span className={styles.name}>{name}</span>
            <ChevronDownIcon size={16} aria-hidden />
          </button>
        }
        action={
          <>
            <button type="button" className={styles.balance} onClick={onRecharge}>
              <span className={styles.unseen}>{t("play.balance")}</span>
              <Figure size={14} align="end" minChars={9}>
                {balance === undefined ? "–" : money(balance)}
              </Figure>
              <span className={styles.plus}>
                <PlusIcon size={16} aria-hidden />
              </span>
              <span className={styles.unseen}>{t("play.recharge")}</span>
            </button>
            <IconButton
              label={t("play.game.menu")}
              icon={<EllipsisVerticalIcon size={22} />}
              onClick={() => setSheet("menu")}
            />
          </>
        }
      />
      <GamesSheet open={sheet === "games"} games={games} code={code} onClose={close} />
      <Sheet open={sheet === "menu"} onClose={close} title={name} closeLabel={t("play.close")}>
        <ListRow
          icon={<InfoIcon size={22} />}
          title={t("play.game.rules")}
          onClick={() =>
            void navigation.push(href("guide", { code, ...(option !== undefined && { option: option.id }) }))
          }
        />
        <ListRow
          icon={<TicketIcon size={22} />}
          title={t("slips.mine")}
          onClick={() => {
            close();
            onMySlips();
          }}
        />
        <ListRow
          icon={<ReceiptIcon size={22} />}
          title={t("play.game.myBets")}
          onClick={() => void navigation.push(href("bettingRecords", { code }))}
        />
        <ListRow
          icon={<RepeatIcon size={22} />}
          title={t("app.page.chaseRecords")}
          onClick={() => void navigation.push(href("chaseRecords", { code }))}
        />
        <ListRow
          icon={<ClockIcon size={22} />}
          title={t("play.game.results")}
          onClick={() => void navigation.push(href("trends", { code, view: "results" }))}
        />
        <ListRow
          icon={<ChartColumnIcon size={22} />}
          title={t("play.game.trends")}
          onClick={() => void navigation.push(href("trends", { code }))}
        />
        {practice && (
          <ListRow
            icon={<PencilIcon size={22} />}
            title={t("play.game.practice")}
            onClick={() => void navigation.push(href("game", { code, practice: "1" }))}
          />
        )}
        <ListRow icon={<ShieldCheckIcon size={22} />} title={t("play.game.verifyLast")} onClick={onVerify} />
      </Sheet>
    </>
  );
}

interface GamesSheetProps {
  open: boolean;
  games: readonly LobbyGame[];
  code: string;
  onClose: () => void;
}

function GamesSheet({ open, games, code, onClose }: GamesSheetProps) {
  const words = useI18n();
  const { t } = words;
  const offline = useLiveState() === "offline";
  return (
    <Sheet open={open} onClose={onClose} title={t("play.game.choose")} closeLabel={t("play.close")}>
      <nav className={styles.games} aria-label={t("play.game.choose")}>
        {games.map((game) => {
          const { gameCode, name } = game;
          const closed = closedDetail(game, words);
          return (
            <ListRow
              key={gameCode}
              icon={<TileIcon game={game} size={40} />}
              title={<span aria-current={gameCode === code ? "page" : undefined}>{name}</span>}
              // The name already contains the draw interval.
              detail={closed}
              value={
                closed === undefined && <SaleClock game={game} offline={offline} align="end" small caption />
              }
              href={href("game", { code: gameCode })}
              onClick={() => {
                onClose();
                if (gameCode !== code) void navigation.replace(href("game", { code: gameCode }));
              }}
            />
          );
        })}
      </nav>
    </Sheet>
  );
}

/** That a game is closed, or when it opens; undefined for one on sale. */
function closedDetail(game: LobbyGame, words: I18n): string | undefined {
  const state = saleState(game, serverClock.now());
  if (state.kind === "off") return words.t("play.game.off");
  const opensAt = state.kind === "resting" || state.kind === "opening" ? game.current?.openAt : undefined;
  return opensAt === undefined ? undefined : closedWords({ opensAt }, words);
}
