import { RefreshIcon } from "@lotus/ui";
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from "react";
import type { LotusPond } from "../artwork/lotus-pond.tsx";
import { useI18n } from "../i18n/use-i18n.tsx";
import styles from "./load-failure.module.css";

const Picture = lazy(() => import("../artwork/lotus-pond.tsx").then(pictured, pictured));

/** The offline shell keeps the picture; where there is none, the words do. */
function pictured(loaded: { readonly LotusPond?: typeof LotusPond }): { default: ComponentType } {
  const { LotusPond: Pond } = loaded;
  return { default: () => Pond !== undefined && <Pond state="petal" /> };
}

/** Shown for a page that failed to load: a tap anywhere on it reloads. */
export function LoadFailure({ onReload }: { onReload: () => void }) {
  const { t } = useI18n();
  return (
    <button type="button" className={styles.failure} onClick={onReload}>
      <span className={styles.picture}>
        <Suspense>
          <Picture />
        </Suspense>
      </span>
      <span className={styles.title}>{t("app.state.loadFailed.title")}</span>
      <span className={styles.words}>{t("app.state.loadFailed.words")}</span>
      <span className={styles.action}>
        <RefreshIcon size={20} aria-hidden />
        {t("app.reload")}
      </span>
    </button>
  );
}

interface PageBoundaryProps {
  onReload: () => void;
  children: ReactNode;
}

/** Error boundary of a page: a screen that throws does not take the app with it. */
export class PageBoundary extends Component<PageBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <LoadFailure onReload={this.props.onReload} /> : this.props.children;
  }
}
