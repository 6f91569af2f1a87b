import { isTransportFailure } from "@lotus/client";
import { Button, RefreshIcon, StateScreen } from "@lotus/ui";
import { LotusPond } from "../artwork/lotus-pond.tsx";
import { LoadFailure } from "../shell/load-failure.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";

interface FailedStateProps {
  error: unknown;
  onRetry: () => void;
}

/** Error state of data that failed to load: no connection, or another failure; a tap anywhere retries. */
export function FailedState({ error, onRetry }: FailedStateProps) {
  const { t } = useI18n();
  if (!isTransportFailure(error)) return <LoadFailure onReload={onRetry} />;
  return (
    <StateScreen
      picture={<LotusPond state="cut" />}
      title={t("app.state.offline.title")}
      action={
        <Button icon={<RefreshIcon aria-hidden />} onClick={onRetry}>
          {t("app.retry")}
        </Button>
      }
    >
      {t("app.state.offline.words")}
    </StateScreen>
  );
}
