import { Card, NavBar } from "@lotus/ui";
import { canVibrate, soundCue, vibrateCue } from "../../components/cue.ts";
import { SwitchRow } from "../../components/switch-row.tsx";
import { useSettings } from "../../session/settings.ts";
import { navigation } from "../../shell/navigation.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./sound.module.css";

/** How bets and results are heard and felt on this device. A sound or vibration plays once when it is switched on. */
export function Screen() {
  const { t } = useI18n();
  const { sound, vibration, setSound, setVibration } = useSettings();
  const able = canVibrate();
  return (
    <>
      <NavBar title={t("app.page.sound")} onBack={() => void navigation.back()} backLabel={t("app.back")} />
      <div className={styles.body}>
        <Card padding="none">
          <SwitchRow
            label={t("device.sound")}
            on={sound}
            onChange={(on) => {
              setSound(on);
              if (on) soundCue("placed");
            }}
          />
          <SwitchRow
            label={t("device.vibration")}
            on={vibration && able}
            disabled={!able}
            onChange={(on) => {
              setVibration(on);
              if (on) vibrateCue("placed");
            }}
          />
        </Card>
        <p className={styles.hint}>{t("device.soundHint")}</p>
        {!able && <p className={styles.hint}>{t("device.noVibration")}</p>}
      </div>
    </>
  );
}
