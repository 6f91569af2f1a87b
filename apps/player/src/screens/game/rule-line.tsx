import type { RuleOption } from "@lotus/contract";
import { InfoIcon, VisuallyHidden } from "@lotus/ui";
import { useMemo, useState } from "react";
import { oddsTable } from "../../features/slip/assess.ts";
import { oddsText } from "../../features/slip/odds-text.ts";
import { spread } from "../../features/slip/slip-figures.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./game.module.css";
import { RulesSheet } from "./rules-sheet.tsx";

/** What to pick, the odds and the return to player; a tap opens the details. */
export function RuleLine({ gameCode, option }: { gameCode: string; option: RuleOption }) {
  const words = useI18n();
  const { t, number } = words;
  const [open, setOpen] = useState(false);
  const { odds, rtp } = useMemo(() => {
    const shares = option.tiers.flatMap((tier) => tier.classes.map((line) => Number(line.returnToPlayer)));
    return {
      odds: spread(Object.values(oddsTable(option))),
      rtp: [Math.min(...shares), Math.max(...shares)] as const,
    };
  }, [option]);
  const percent = (share: number) => number(share, { maximumFractionDigits: 2 });
  const [least, most] = rtp;
  return (
    <>
      <button type="button" className={styles.rule} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>{option.hint}</span>
        <span className={styles.ruleOdds}>
          {odds !== null && <b>{oddsText(odds, words)}</b>}
          <span className={styles.ruleShare}>
            <span>
              <span className={styles.ruleDot}>{" · "}</span>
              {t("play.game.returnToPlayer", {
                percent: least === most ? percent(most) : `${percent(least)}–${percent(most)}`,
              })}
            </span>
            <InfoIcon size={16} aria-hidden />
          </span>
        </span>
        <VisuallyHidden>{t("play.rules.show")}</VisuallyHidden>
      </button>
      <RulesSheet open={open} gameCode={gameCode} option={option} onClose={() => setOpen(false)} />
    </>
  );
}
