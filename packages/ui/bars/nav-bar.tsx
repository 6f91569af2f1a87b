import ChevronLeft from "lucide-react/icons/chevron-left";
import { createContext, type ReactNode, use } from "react";
import { IconButton } from "../button/icon-button.tsx";
import { joinClasses } from "../join-classes.ts";
import styles from "./nav-bar.module.css";

export interface NavBarProps {
  title: ReactNode;
  /** Text of the heading if the title is a control, whose own name states its action. */
  heading?: string;
  /** Shows the back button; `backLabel` is its name. */
  onBack?: () => void;
  backLabel?: string;
  /** Replaces the back button, such as the logo. */
  start?: ReactNode;
  /** One action, or a balance pill and a menu. */
  action?: ReactNode;
  /** `centre` for ordinary pages; `start` puts the title next to the back button, as on game pages. */
  align?: "centre" | "start";
  /** Background: `surface` for game pages, `page` otherwise. */
  ground?: "page" | "surface";
}

/** What the app puts into the bar of every page, before the page's own action. */
export const NavBarExtra = createContext<ReactNode>(null);

/** Sticky bar at the top, 48 px high plus the safe area. */
export function NavBar(props: NavBarProps) {
  const { title, heading, onBack, backLabel, start, action, align = "centre", ground = "page" } = props;
  return (
    <header
      className={joinClasses(
        styles.bar,
        align === "start" && styles.lead,
        ground === "surface" && styles.surface,
      )}
    >
      <div className={styles.start}>
        {onBack !== undefined && (
          <IconButton label={backLabel ?? ""} icon={<ChevronLeft size={24} />} onClick={onBack} />
        )}
        {start}
      </div>
      <h1 className={styles.title} aria-label={heading}>
        {title}
      </h1>
      <div className={styles.end}>
        {use(NavBarExtra)}
        {action}
      </div>
    </header>
  );
}
