import { Button, Dialog } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useAnswerCare, useCare } from "./care.ts";
import { CareReasons } from "./care-reasons.tsx";
import styles from "./protection.module.css";

/** Offers limits to a player whose play has changed, once; it leads to Play limits, and nothing follows from declining. */
export function CareOffer() {
  const { t } = useI18n();
  const care = useCare().data;
  const answer = useAnswerCare();
  return (
    <Dialog
      open={care?.offer === true}
      onClose={answer}
      title={t("protection.care.title")}
      actions={
        <div className={styles.answers}>
          <Button
            block
            onClick={() => {
              answer();
              void navigation.push(href("limits", { section: "deposit" }));
            }}
          >
            {t("protection.offer.set")}
          </Button>
          <Button block variant="outline" onClick={answer}>
            {t("protection.offer.later")}
          </Button>
        </div>
      }
    >
      <div className={styles.offer}>
        <p>{t("protection.care.words")}</p>
        {care !== undefined && <CareReasons reasons={care.reasons} />}
      </div>
    </Dialog>
  );
}
