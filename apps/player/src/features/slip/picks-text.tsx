import type { RuleOption } from "@lotus/contract";
import type { PickedLine } from "./assess.ts";
import styles from "./slip.module.css";

/** Kinds whose items are named by their number alone. */
const NUMBERED: ReadonlySet<string> = new Set(["digit", "car", "ball"]);

/** The picks of a line in short form: "3 | 1 7 | 0 5", or "Thousands Dragon, Hundreds Tie" where items have names. */
export function PicksText({ option, line }: { option: RuleOption; line: PickedLine }) {
  const picked = option.groups.map((group) => ({
    group,
    items: group.items.filter((item) =>
      line.groups.find(({ code }) => code === group.code)?.items.includes(item.id),
    ),
  }));
  if (option.groups.every((group) => NUMBERED.has(group.kind))) {
    return (
      <span className={styles.picks}>
        {picked.map(({ group, items }, at) => (
          <span key={group.code} className={styles.row}>
            <b>{items.length === 0 ? "–" : items.map((item) => item.name).join(" ")}</b>
            {at < picked.length - 1 && <i className={styles.bar} aria-label=", " />}
          </span>
        ))}
      </span>
    );
  }
  const full = picked.filter(({ items }) => items.length > 0);
  return (
    <span className={styles.picks}>
      {full.map(({ group, items }, at) => (
        <span key={group.code}>
          {at > 0 && ", "}
          {option.groups.length > 1 && `${group.name} `}
          <b>{items.map((item) => item.name).join(", ")}</b>
        </span>
      ))}
    </span>
  );
}
