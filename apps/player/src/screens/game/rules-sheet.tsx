import type { RuleOption } from "@lotus/contract";
import { Button, Sheet } from "@lotus/ui";
import { OddsTable } from "../../features/explain/odds-table.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./rules-sheet.module.css";

interface RulesSheetProps {
  open: boolean;
  gameCode: string;
  option: RuleOption;
  onClose: () => void;
}

/**
 * Summary of an option: its rule in words, every prize with odds, probability and return, its limits, and a link to the
 * guide.
 */
export function RulesSheet({ open, gameCode, option, onClose }: RulesSheetProps) {
  const { t, money } = useI18n();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={option.name}
      closeLabel={t("play.close")}
      footer={
        <Button
          block
          variant="tint"
          onClick={() => {
            onClose();
            void navigation.push(href("guide", { code: gameCode, option: option.id }));
          }}
        >
          {t("play.rules.guide")}
        </Button>
      }
    >
      <p className={styles.help}>{option.help}</p>
      <OddsTable gameCode={gameCode} option={option} />
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
