import { joinClasses } from "@lotus/ui";
import { Avatar, AVATAR_ICONS, avatarAnimal, avatarIcon } from "../../components/avatar.tsx";
import { useSettings } from "../../session/settings.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./profile.module.css";

/** The pictures to choose from. The choice is stored on this device. */
export function AvatarPicker() {
  const { t } = useI18n();
  const chosen = avatarIcon(useSettings((settings) => settings.avatar));
  const setAvatar = useSettings((settings) => settings.setAvatar);
  return (
    <fieldset className={styles.avatars}>
      <legend className={styles.legend}>{t("account.profile.picture")}</legend>
      <div className={styles.grid}>
        {AVATAR_ICONS.map((icon) => (
          <label key={icon} className={joinClasses(styles.choice, icon === chosen && styles.chosen)}>
            <input
              type="radio"
              name="avatar"
              className={styles.radio}
              checked={icon === chosen}
              onChange={() => setAvatar(icon)}
              aria-label={t(`app.zodiac.${avatarAnimal(icon)}`)}
            />
            <Avatar icon={icon} size={48} />
          </label>
        ))}
      </div>
      <p className={styles.hint}>{t("account.profile.pictureHint")}</p>
    </fieldset>
  );
}
