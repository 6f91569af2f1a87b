import type { ReactNode } from "react";
import { Badge } from "../feedback/badge.tsx";
import { VisuallyHidden } from "../feedback/visually-hidden.tsx";
import styles from "./tab-bar.module.css";

export interface TabBarItem<K extends string = string> {
  key: K;
  label: string;
  /** The page it opens; a plain link for middle clicks and crawlers. */
  href: string;
  icon: ReactNode;
  /** The filled variant. */
  iconOn: ReactNode;
  /** Unread count on the icon; `badgeLabel` is its accessible text. */
  badge?: number;
  badgeLabel?: string;
}

export interface TabBarProps<K extends string> {
  items: readonly TabBarItem<K>[];
  current: K | undefined;
  onSelect: (key: K) => void;
  label: string;
}

/** Bar at the bottom: 50 px high plus the safe area, 24-px icons, 10-px labels. */
export function TabBar<K extends string>({ items, current, onSelect, label }: TabBarProps<K>) {
  return (
    <nav className={styles.bar} aria-label={label}>
      {items.map((item) => {
        const on = item.key === current;
        return (
          <a
            key={item.key}
            href={item.href}
            className={styles.tab}
            aria-current={on ? "page" : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              if (!on) onSelect(item.key);
            }}
          >
            <span className={styles.icon}>
              {on ? item.iconOn : item.icon}
              {item.badge !== undefined && <Badge count={item.badge} corner />}
            </span>
            {item.label}
            {item.badge !== undefined && <VisuallyHidden>, {item.badgeLabel ?? item.badge}</VisuallyHidden>}
          </a>
        );
      })}
    </nav>
  );
}
