import { Chip } from "@lotus/ui";
import { useWords } from "../../words/use-words.tsx";
import type { GroupProps } from "./board.tsx";
import styles from "./board.module.css";
import { helperItems, type HelperName, helpersFor, litHelper } from "./row-picks.ts";

const WORDS = {
  all: "play.helper.all",
  big: "play.helper.big",
  small: "play.helper.small",
  odd: "play.helper.odd",
  even: "play.helper.even",
  clear: "play.helper.clear",
} as const satisfies Record<HelperName, string>;

/** A group's name and, at the right, its shortcuts. A shortcut is lit while its exact set is picked. */
export function GroupHead({ group, picked, onReplace, id }: GroupProps & { id: string }) {
  const { t } = useWords();
  const names = helpersFor(group.kind, group.items, group.max);
  const lit = litHelper(names, group.items, new Set(picked.map((item) => item.id)));
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.name}>
        {group.name}
      </h2>
      <div className={styles.helpers}>
        {names.map((name) => (
          <Chip
            key={name}
            look="helper"
            {...(name !== "clear" && { on: name === lit })}
            disabled={name === "clear" && picked.length === 0}
            aria-label={`${group.name}: ${t(WORDS[name])}`}
            onClick={() => onReplace(helperItems(name, group.items))}
          >
            {t(WORDS[name])}
          </Chip>
        ))}
      </div>
    </div>
  );
}
