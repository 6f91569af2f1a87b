import type { RuleOption } from "@lotus/contract";
import type { PickedGroups } from "@lotus/games";
import { CheckIcon, UndoIcon } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./explain.module.css";
import { ItemToken, type Mark } from "./item-token.tsx";
import type { Marks } from "./marks.ts";

interface MarkedPicksProps {
  option: RuleOption;
  groups: PickedGroups;
  /** Absent: the picks are shown unmarked. */
  marks?: Marks | undefined;
}

/** The picks, row by row as on the board, marked where they count for a payout or refund. */
export function MarkedPicks({ option, groups, marks }: MarkedPicksProps) {
  const picked = option.groups.flatMap((group) => {
    const items = groups.find(({ code }) => code === group.code)?.items ?? [];
    const shown = group.items.filter(({ id }) => items.includes(id));
    return shown.length === 0 ? [] : [{ group, shown }];
  });
  return (
    <div className={styles.picks}>
      {picked.map(({ group, shown }) => (
        <div key={group.code} className={styles.row}>
          {option.groups.length > 1 && <span className={styles.rowName}>{group.name}</span>}
          <ul className={styles.tokens} aria-label={group.name}>
            {shown.map((item) => (
              <ItemToken
                key={item.id}
                kind={group.kind}
                item={item}
                mark={marks?.markOf(group.code, item.id)}
              />
            ))}
          </ul>
        </div>
      ))}
      {marks !== undefined && <Legend marks={marks} />}
    </div>
  );
}

/** Legend of the signs in use. Screen readers get the signs' meaning from the picks. */
function Legend({ marks }: { marks: Marks }) {
  const { t } = useI18n();
  if (marks.used.length === 0) return null;
  return (
    <p className={styles.legend} aria-hidden>
      {marks.used.map((mark) => (
        <span key={mark}>
          <i className={styles[SAMPLE[mark]]}>
            {mark === "won" ? <CheckIcon size={10} /> : <UndoIcon size={10} />}
          </i>
          {t(mark === "won" ? "play.explain.legendWon" : "play.explain.legendRefunded")}
        </span>
      ))}
    </p>
  );
}

const SAMPLE = { won: "sampleWon", refunded: "sampleRefunded" } as const satisfies Record<Mark, string>;
