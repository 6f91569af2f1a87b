import { Button, Spinner, useReachBottom } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./record-list.module.css";

interface RecordEndProps {
  more: boolean;
  busy: boolean;
  /** The next page did not come; it is asked for again by hand. */
  failed: boolean;
  onMore: () => void;
}

/** How near the end of the list asks for the next page. */
const REACH_PX = 50;

/** Below the last row: asks for the next page when it comes near, or says that this was all. */
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
