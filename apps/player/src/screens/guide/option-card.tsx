import type { RuleOption } from "@lotus/contract";
import { ChevronDownIcon } from "@lotus/ui";
import { useId, useMemo } from "react";
import { OddsTable } from "../../features/explain/odds-table.tsx";
import { oddsTable } from "../../features/slip/assess.ts";
import { oddsText } from "../../features/slip/odds-text.ts";
import { spread } from "../../features/slip/slip-figures.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Example } from "./example.tsx";
import styles from "./guide.module.css";

interface OptionCardProps {
  gameCode: string;
  option: RuleOption;
  lunarYear: number;
  open: boolean;
  onToggle: () => void;
  /** The address names this option: it is scrolled into view. */
  shownFirst: boolean;
}

/** One option: its name, what to pick and its odds; expanded, all its details. */
export function OptionCard({ gameCode, option, lunarYear, open, onToggle, shownFirst }: OptionCardProps) {
  const words = useI18n();
  const id = useId();
  const odds = useMemo(() => spread(Object.values(oddsTable(option))), [option]);
  return (
    <section className={styles.option} ref={shownFirst ? bringIntoView : undefined}>
      <h3>
        <button
          type="button"
          className={styles.optionHead}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={onToggle}
        >
          <span className={styles.optionName}>{option.name}</span>
          {odds !== null && <span className={styles.optionOdds}>{oddsText(odds, words)}</span>}
          <ChevronDownIcon size={20} aria-hidden />
          <span className={styles.optionHint}>{option.hint}</span>
        </button>
      </h3>
      {open && (
        <div id={id} className={styles.body}>
          <p className={styles.help}>{option.help}</p>
          <Example gameCode={gameCode} option={option} lunarYear={lunarYear} />
          <div className={styles.odds}>
            <OddsTable gameCode={gameCode} option={option} />
            <Limits option={option} />
          </div>
        </div>
      )}
    </section>
  );
}

function Limits({ option }: { option: RuleOption }) {
  const { t, money } = useI18n();
  return (
    <p className={styles.note}>
      {t("play.rules.limits", {
        min: money(option.minBet),
        max: money(option.maxBet),
        cap: money(option.maxPayout),
      })}{" "}
      {t("play.rules.including")}
    </p>
  );
}

function bringIntoView(card: HTMLElement | null) {
  card?.scrollIntoView({ block: "start" });
}
