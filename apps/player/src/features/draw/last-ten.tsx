import { ChevronDownIcon, ScrollBox } from "@lotus/ui";
import { type ComponentType, type ReactNode, type TouchEvent, useId, useRef, useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { notifyError } from "../../shell/notify.ts";
import type { LastTenListProps } from "./last-ten-list.tsx";
import styles from "./last-ten.module.css";

interface LastTenProps extends LastTenListProps {
  /** The panel of the draw, which is pulled down and up. */
  children: ReactNode;
  /** Beside the button. */
  beside?: ReactNode;
  /** They are shown elsewhere already. */
  off?: boolean;
}

/**
 * The last ten results below the panel of the draw, in place: by the button, or by pulling the panel. Their part is
 * loaded when they are first opened.
 */
export function LastTen({ children, beside, off = false, ...props }: LastTenProps) {
  const { t } = useI18n();
  const id = useId();
  const [open, setOpen] = useState(false);
  const [List, setList] = useState<ComponentType<LastTenListProps> | null>(null);
  const show = (next: boolean) => {
    setOpen(next);
    if (!next || List !== null) return;
    import("./last-ten-list.tsx").then(
      ({ LastTenList }) => setList(() => LastTenList),
      () => {
        setOpen(false);
        notifyError(t("app.state.loadFailed.title"));
      },
    );
  };
  const pull = usePull(show);
  return (
    // Escape closes what the button below opened.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      {...(off ? {} : pull)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && open) setOpen(false);
      }}
    >
      {children}
      <div className={styles.bar}>
        {!off && (
          <button
            type="button"
            className={styles.handle}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => show(!open)}
          >
            {t("play.draw.lastTen")}
            <ChevronDownIcon size={14} aria-hidden />
          </button>
        )}
        {beside}
      </div>
      {!off && open && List !== null && (
        <div id={id} className={styles.opened}>
          <ScrollBox className={styles.scroll} label={t("play.draw.lastTen")}>
            <List {...props} />
          </ScrollBox>
        </div>
      )}
    </div>
  );
}

const PULL_PX = 32;

/** A finger that moves down on the panel opens, one that moves up on it closes; one in the list scrolls that. */
function usePull(show: (open: boolean) => void) {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: (event: TouchEvent<HTMLElement>) => {
      const touch = event.touches[0];
      const inList = event.target instanceof Element && event.target.closest("ol") !== null;
      from.current =
        touch === undefined || event.touches.length > 1 || inList
          ? null
          : { x: touch.clientX, y: touch.clientY };
    },
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      const [start, end] = [from.current, event.changedTouches[0]];
      from.current = null;
      if (start === null || end === undefined) return;
      const [across, down] = [Math.abs(end.clientX - start.x), end.clientY - start.y];
      if (Math.abs(down) > PULL_PX && Math.abs(down) > across) show(down > 0);
    },
  };
}
