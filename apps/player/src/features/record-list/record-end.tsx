import { Button, Spinner, useReachBottom } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./record-list.module.css";

interface RecordEndProps {
  more: boolean;
  busy: boolean;
  /** The next page failed to load; the player retries with a button. */
  failed: boolean;
  onMore: () => void;
}

/** Distance from the end of the list at which the next page is fetched. */
const REACH_PX = 50;

/** End of the list: fetches the next page when scrolled near, or says that there are no more. */
export function RecordEnd({ more, busy, failed, onMore }: RecordEndProps) {
  const { t } = useI18n();
  const reach = useReachBottom(onMore, more && !busy && !failed, REACH_PX);
  return (
    <div ref={reach} className={styles.rest}>
      {busy ? (
        <Spinner />
      ) : more ? (
        <Button variant="ghost" size="s" onClick={onMore}>
          {t(failed ? "app.retry" : "money.records.more")}
        </Button>
      ) : (
        t("money.records.end")
      )}
    </div>
  );
}
