import { Fragment } from "react";
import styles from "./copy-on-hold.module.css";

/** A long number with gaps that only the eye sees: a copy or a search has the number as it is. Other texts as they are. */
export function Grouped({ text }: { text: string }) {
  return groupsOf(text).map((group, at) => (
    <Fragment key={group + String(at)}>
      {at > 0 && <wbr />}
      <span className={at === 0 ? undefined : styles.group}>{group}</span>
    </Fragment>
  ));
}

/** An order number begins with a letter and the day; other numbers are read in fours. */
function groupsOf(text: string): readonly string[] {
  const order = /^([A-Z]\d{8})(\d{10})$/u.exec(text);
  if (order !== null) return [order[1] ?? "", ...fives(order[2] ?? "")];
  return /^\d{9,}$/u.test(text) ? (text.match(/\d{1,4}/gu) ?? [text]) : [text];
}

const fives = (digits: string): readonly string[] => digits.match(/\d{5}/gu) ?? [];
