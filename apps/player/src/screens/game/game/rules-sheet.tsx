import type { RuleOption } from "@lotus/contract";
import { Sheet } from "@lotus/ui";
import { useWords } from "../../../words/use-words.tsx";
import styles from "./rules-sheet.module.css";

interface RulesSheetProps {
  open: boolean;
  option: RuleOption;
  onClose: () => void;
}

/** How an option is played: its rule in words, every prize with its odds, chance and return, its bounds. */
export function RulesSheet({ open, option, onClose }: RulesSheetProps) {
  const { t, odds, money, number } = useWords();
  const percent = (text: string) => number(Number(text), { maximumFractionDigits: 2 });
  return (
    <Sheet open={open} onClose={onClose} title={option.name} closeLabel={t("play.close")}>
      <p className={styles.help}>{option.help}</p>
      <table className={styles.table}>
        <caption>{t("play.rules.tiers")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("play.rules.prize")}</th>
            <th scope="col">{t("play.rules.odds")}</th>
            <th scope="col">{t("play.rules.chance")}</th>
            <th scope="col">RTP</th>
          </tr>
        </thead>
        <tbody>
          {option.tiers.flatMap((tier) =>
            tier.classes.map((line) => (
              <tr key={`${tier.code}/${line.class ?? ""}`}>
                <th scope="row">
                  {tier.name}
                  {line.class !== undefined && tier.classes.length > 1 && ` · ${line.class}`}
                </th>
                <td>{odds(line.odds)}</td>
                <td>{line.probability}</td>
                <td>{percent(line.returnToPlayer)}%</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <p className={styles.note}>
        {t("play.rules.limits", {
          min: money(option.minBet),
          max: money(option.maxBet),
          cap: money(option.maxPayout),
        })}
      </p>
      <p className={styles.note}>{t("play.rules.including")}</p>
    </Sheet>
  );
}
