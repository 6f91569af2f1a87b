import type { RuleTree } from "@lotus/contract";
import { type Family, findGame } from "@lotus/games";
import { Card, ChartColumnIcon, ListRow, ShieldCheckIcon } from "@lotus/ui";
import type { ReactNode } from "react";
import { TileIcon } from "../../features/lobby-games/tile-icon.tsx";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import styles from "./guide.module.css";

/** How each family is drawn, in a sentence. */
const DRAWN = {
  "five-digits": "rules.guide.drawn.fiveDigits",
  dice: "rules.guide.drawn.dice",
  racing: "rules.guide.drawn.racing",
  "mark-six": "rules.guide.drawn.markSix",
} as const satisfies Record<Family, string>;

/** Summary of the game: how, how often and when it is drawn, and where draws can be verified. */
export function GameFacts({ tree, game }: { tree: RuleTree; game: LobbyGame | undefined }) {
  const words = useI18n();
  const { t, number } = words;
  const { gameCode: code } = tree;
  const known = findGame(code);
  const minutes = game?.cycleMinutes ?? known?.cycleMinutes;
  const close = closeSeconds(game) ?? known?.closeSeconds;
  const count = tree.rules.reduce((sum, mode) => sum + mode.childrens.length, 0);
  return (
    <Card padding="none">
      <div className={styles.about}>
        <div className={styles.drawn}>
          {game !== undefined && <TileIcon game={game} />}
          <p>
            {known !== undefined && t(DRAWN[known.family])} {t("rules.guide.fair")}
          </p>
        </div>
        <dl className={styles.facts}>
          {minutes !== undefined && (
            <Fact name={t("rules.guide.cycle")}>{t("rules.guide.minutes", { minutes })}</Fact>
          )}
          {close !== undefined && (
            <Fact name={t("rules.guide.close")}>{t("rules.guide.beforeDraw", { seconds: close })}</Fact>
          )}
          {known !== undefined && <Fact name={t("rules.guide.hours")}>{hours(known.day, words)}</Fact>}
          <Fact name={t("rules.guide.count")}>{number(count)}</Fact>
        </dl>
      </div>
      <ListRow
        icon={<ChartColumnIcon size={22} />}
        title={t("rules.guide.trends")}
        href={href("trends", { code })}
        onClick={() => void navigation.push(href("trends", { code }))}
      />
      <Verify code={code} prize={game?.last?.prizeNo} />
    </Card>
  );
}

/** Link to the proof of the last draw, or to the page where one can be chosen. */
function Verify({ code, prize }: { code: string; prize: string | undefined }) {
  const { t } = useI18n();
  const page = href("verify", { code, ...(prize !== undefined && { prize }) });
  return (
    <ListRow
      icon={<ShieldCheckIcon size={22} />}
      title={t("rules.guide.verify")}
      href={page}
      onClick={() => void navigation.push(page)}
    />
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Seconds between the end of sale and the draw, taken from the running period. */
function closeSeconds(game: LobbyGame | undefined): number | undefined {
  const current = game?.current;
  return current == null ? undefined : Math.round((current.drawAt - current.closeAt) / 1000);
}

function hours({ from, to }: { readonly from: string; readonly to: string }, { t }: I18n): string {
  if (from === "00:00" && to === "24:00") return t("rules.guide.allDay");
  return t(to < from ? "rules.guide.overnight" : "rules.guide.day", { from, to });
}
