import { ArrowDownToLineIcon, Badge, Figure, joinClasses, KeyboardIcon, VisuallyHidden } from "@lotus/ui";
import { memo, type MouseEvent, type ReactNode } from "react";
import { Lotus } from "../../artwork/lotus.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useLiveState } from "../../live/live-events.ts";
import { useAppConfig } from "../../queries/app-config.ts";
import { useSession } from "../../session/session.ts";
import { useSettings } from "../../session/settings.ts";
import { useBalance } from "../../session/user-info.ts";
import { useTabs } from "../../shell/app-tab-bar.tsx";
import { navigation, usePages } from "../../shell/navigation.ts";
import { href, type RouteName } from "../../shell/routes.ts";
import { SaleClock } from "../lobby-games/sale-clock.tsx";
import { TileIcon } from "../lobby-games/tile-icon.tsx";
import { type LobbyGame, useGames } from "../lobby-games/use-games.ts";
import { openGame } from "./open-game.ts";
import styles from "./rail.module.css";

/** The left of a wide window: brand, balance, the four tabs and the games with their countdowns. */
export function Rail({ page, onKeys }: { page: RouteName; onKeys: () => void }) {
  const { t } = useI18n();
  const isPlayer = useSession((session) => session.accessToken !== "");
  return (
    <header className={styles.rail}>
      <a className={styles.skip} href="#page" onClick={skip}>
        {t("wide.skip")}
      </a>
      <Brand />
      {isPlayer ? <Money /> : <Entrance />}
      <Tabs page={page} />
      {isPlayer && <Games page={page} />}
      <button type="button" className={joinClasses(styles.link, styles.keys)} onClick={onKeys}>
        <KeyboardIcon size={20} aria-hidden />
        {t("wide.keys.title")}
        <kbd aria-hidden>?</kbd>
      </button>
    </header>
  );
}

function skip(event: MouseEvent): void {
  event.preventDefault();
  const pages = [...document.querySelectorAll<HTMLElement>("main")];
  pages.find((page) => page.checkVisibility())?.focus();
}

function Brand() {
  const { title } = useAppConfig();
  return (
    <RailLink to={href("home")} className={styles.brand} tab>
      <Lotus size={30} />
      {title}
    </RailLink>
  );
}

/** What the player has, and the way to more of it. */
function Money() {
  const { t, money } = useI18n();
  const balance = useBalance().data;
  const hidden = useSettings((settings) => settings.balanceHidden);
  return (
    <div className={styles.money}>
      <span className={styles.label}>{t("money.balance")}</span>
      <Figure size={20}>{balance === undefined || hidden ? "••••••" : money(balance)}</Figure>
      <div className={styles.actions}>
        <RailLink to={href("recharge")} className={styles.recharge}>
          <ArrowDownToLineIcon size={16} aria-hidden />
          {t("app.page.recharge")}
        </RailLink>
        <RailLink to={href("withdraw")} className={styles.withdraw}>
          {t("app.page.withdraw")}
        </RailLink>
      </div>
    </div>
  );
}

/** For a visitor: the two ways in. */
function Entrance() {
  const { t } = useI18n();
  return (
    <div className={styles.money}>
      <div className={styles.actions}>
        <RailLink to={href("login")} className={styles.recharge}>
          {t("app.page.login")}
        </RailLink>
        <RailLink to={href("register")} className={styles.withdraw}>
          {t("app.page.register")}
        </RailLink>
      </div>
    </div>
  );
}

function Tabs({ page }: { page: RouteName }) {
  const { t } = useI18n();
  return (
    <nav aria-label={t("app.tabs")} className={styles.list}>
      {useTabs().map(({ key, label, href: to, icon, iconOn, badge, badgeLabel }) => (
        <RailLink key={key} to={to} current={key === page} tab>
          <span className={styles.icon}>{key === page ? iconOn : icon}</span>
          <span className={styles.name}>{label}</span>
          {badge !== undefined && (
            <>
              <Badge count={badge} />
              <VisuallyHidden>, {badgeLabel}</VisuallyHidden>
            </>
          )}
        </RailLink>
      ))}
    </nav>
  );
}

function Games({ page }: { page: RouteName }) {
  const { t } = useI18n();
  const games = useGames().data?.list ?? [];
  const offline = useLiveState() === "offline";
  const { page: open } = usePages();
  const code = page === "game" ? (open?.query["code"] ?? games[0]?.gameCode) : undefined;
  return (
    <nav aria-labelledby="rail-games" className={styles.list}>
      <h2 id="rail-games" className={styles.title}>
        {t("app.home.games")}
      </h2>
      {games.map((game) => (
        <GameLink key={game.gameCode} game={game} current={game.gameCode === code} offline={offline} />
      ))}
    </nav>
  );
}

interface GameLinkProps {
  game: LobbyGame;
  current: boolean;
  offline: boolean;
}

const GameLink = memo(function GameLink({ game, current, offline }: GameLinkProps) {
  return (
    <RailLink to={href("game", { code: game.gameCode })} current={current} game={game.gameCode}>
      <TileIcon game={game} size={32} />
      <span className={styles.name}>{game.name}</span>
      <SaleClock game={game} offline={offline} align="end" small caption />
    </RailLink>
  );
});

interface RailLinkProps {
  to: string;
  className?: string | undefined;
  current?: boolean;
  /** A tab page, which is opened by switching to it. */
  tab?: boolean;
  /** A game, which takes the place of another one. */
  game?: string;
  children: ReactNode;
}

function RailLink({ to, className, current = false, tab = false, game, children }: RailLinkProps) {
  return (
    <a
      href={to}
      className={className ?? styles.link}
      aria-current={current ? "page" : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (current) return;
        if (game !== undefined) void openGame(game);
        else void (tab ? navigation.switchTab(to) : navigation.push(to));
      }}
    >
      {children}
    </a>
  );
}
