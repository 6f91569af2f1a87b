import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { joinClasses } from "../join-classes.ts";
import { useLongPress } from "../motion/use-long-press.ts";
import styles from "./list-row.module.css";

export interface ListRowProps {
  icon?: ReactNode;
  title: ReactNode;
  /** Second line, in a quieter colour. */
  detail?: ReactNode;
  /** At the right: a figure or a value. */
  value?: ReactNode;
  /** Under the value, usually a Pill. */
  status?: ReactNode;
  /** A last line over the whole width. */
  foot?: ReactNode;
  /** Makes the row a button; with `href`, a link. Either shows a chevron unless `chevron` is false. */
  onClick?: () => void;
  /** Called on a long press of 350 ms instead of the click. The same action must have a button somewhere. */
  onHold?: () => void;
  href?: string;
  chevron?: boolean;
  /** Marks the row whose page or details are shown beside the list. */
  current?: boolean;
}

/** A row of a list: 52 high with one line, 72 with two; the hairline to the next starts at the text. */
export function ListRow(props: ListRowProps) {
  const { detail, onClick, onHold, href, current = false } = props;
  const hold = useLongPress(() => onHold?.());
  const isInteractive = onClick !== undefined || href !== undefined;
  const body = <Body {...props} isInteractive={isInteractive} />;
  const className = joinClasses(
    styles.row,
    detail !== undefined && styles.tall,
    isInteractive && styles.interactive,
    onHold !== undefined && styles.holds,
    current && styles.current,
  );
  const mark = current ? true : undefined;
  if (href !== undefined) {
    return (
      <a
        href={href}
        aria-current={mark}
        className={className}
        onClick={(event) => {
          if (onClick === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onClick();
        }}
      >
        {body}
      </a>
    );
  }
  if (onClick !== undefined) {
    return (
      <button
        type="button"
        data-row
        aria-current={mark}
        className={className}
        onClick={onClick}
        {...(onHold !== undefined && hold)}
      >
        {body}
      </button>
    );
  }
  return <div className={className}>{body}</div>;
}

function Body(props: ListRowProps & { isInteractive: boolean }) {
  const { icon, title, detail, value, status, foot, chevron = true, isInteractive } = props;
  return (
    <>
      {icon !== undefined && <span className={styles.icon}>{icon}</span>}
      <span className={styles.body}>
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        </span>
        {(value !== undefined || status !== undefined) && (
          <span className={styles.right}>
            {value !== undefined && <span className={styles.value}>{value}</span>}
            {status}
          </span>
        )}
        {isInteractive && chevron && <ChevronRight size={20} className={styles.chevron} aria-hidden />}
        {foot !== undefined && <span className={styles.foot}>{foot}</span>}
      </span>
    </>
  );
}
