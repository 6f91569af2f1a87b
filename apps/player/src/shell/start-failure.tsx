import { useSettings } from "../session/settings.ts";
import { runtimeWord } from "../i18n/runtime-words.ts";
import styles from "./load-failure.module.css";

declare global {
  interface Window {
    /** Both are of floor.js, which only a build has. A start that fails twice, not for the network, ends at browser.html. */
    startFailed?: (offersReload?: boolean) => void;
    startSucceeded?: () => void;
  }
}

/** Shown when the catalogue itself failed to load; uses the few built-in texts. */
export function StartFailure() {
  const locale = useSettings((settings) => settings.locale);
  return (
    <button type="button" className={styles.failure} onClick={() => location.reload()}>
      <span className={styles.title}>{runtimeWord("runtime.reload", locale)}</span>
    </button>
  );
}
