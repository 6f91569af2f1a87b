import type { ReactNode } from "react";
import { joinClasses } from "../join-classes.ts";
import styles from "./skeleton.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

export interface SkeletonProps {
  /** CSS lengths; a number is pixels. */
  width?: number | string;
  height?: number | string;
  /** CSS radius; a circle is "50%". */
  radius?: number | string;
  /** For use on the balance card. */
  onHero?: boolean;
}

/** One box of a screen that is still loading, of the size its content will have. */
export function Skeleton({ width = "100%", height = 16, radius = 8, onHero }: SkeletonProps) {
  return (
    <span
      className={joinClasses(styles.box, onHero && styles.onHero)}
      style={{ width, height, borderRadius: radius }}
    />
  );
}

export interface SkeletonGroupProps {
  /** Text for screen readers, such as "Loading". */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Container of a loading screen's boxes: hidden for the first 200 ms, then pulsing and fading down the page. */
export function SkeletonGroup({ label, className, children }: SkeletonGroupProps) {
  return (
    // A <div>, because an <output> may not hold blocks and buttons.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" data-loading className={joinClasses(styles.group, className)}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  );
}
