import { Sheet, Switch } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { KEYS } from "./key-table.ts";
import styles from "./keys-dialog.module.css";
import { useKeysSetting } from "./keys-setting.ts";

/** Lists every key, with the switch that turns them off. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useI18n();
  const { on, setOn } = useKeysSetting();
  return (
    <Sheet open={open} onClose={onClose} title={t("wide.keys.title")} closeLabel={t("app.close")}>
      <label className={styles.switch}>
        <span>
          {t("wide.keys.on")}
          <span className={styles.hint}>{t("wide.keys.onHint")}</span>
        </span>
        <Switch checked={on} onChange={(event) => setOn(event.target.checked)} />
      </label>
      {(["everywhere", "board"] as const).map((place) => (
        <section key={place}>
          <h3 className={styles.place}>{t(`wide.keys.${place}`)}</h3>
          <dl>
            {KEYS.filter(({ where }) => where === place).map(({ caps, words }) => (
              <div key={words} className={styles.row}>
                <dt className={styles.caps}>
                  {caps.map((cap) => (
                    <kbd key={cap} className={styles.cap}>
                      {cap}
                    </kbd>
                  ))}
                </dt>
                <dd>{t(words)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Sheet>
  );
}
