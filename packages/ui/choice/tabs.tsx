import { ChoiceRow, type ChoiceRowProps } from "./choice-row.tsx";
import styles from "./tabs.module.css";

/** Underlined tabs, 44 high, scrolling sideways when they do not fit: the modes of a board. */
export function Tabs<K extends string>(props: ChoiceRowProps<K>) {
  return <ChoiceRow {...props} kind="tabs" rowClass={styles.tabs} itemClass={styles.tab} />;
}

/** Pills in a row, 48 high with 32-px pills, scrolling sideways: the options of a mode. */
export function OptionPills<K extends string>(props: Omit<ChoiceRowProps<K>, "panelId">) {
  return <ChoiceRow {...props} kind="radios" rowClass={styles.pills} itemClass={styles.pill} />;
}

/** Two to four equal segments, 44 high: date ranges, two views of one thing. */
export function Segmented<K extends string>(props: ChoiceRowProps<K>) {
  const kind = props.panelId === undefined ? "radios" : "tabs";
  return <ChoiceRow {...props} kind={kind} rowClass={styles.segments} itemClass={styles.segment} />;
}
