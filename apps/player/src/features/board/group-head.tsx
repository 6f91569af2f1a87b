import { Chip } from "@lotus/ui";
import { memo, useMemo } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { GroupProps } from "./use-group.ts";
import styles from "./board.module.css";
import { groupOdds } from "./group-odds.ts";
import { type Helper, type HelperName, helpersFor, litHelper } from "./row-picks.ts";
import { useRovingFocus } from "./use-roving-focus.ts";

const WORDS = {
  all: "play.helper.all",
  big: "play.helper.big",
  small: "play.helper.small",
  odd: "play.helper.odd",
  even: "play.helper.even",
  clear: "play.helper.clear",
} as const satisfies Record<HelperName, string>;

/**
 * Head of a group: name, odds if they are one figure that the option does not show (or a note instead), and its
 * shortcuts. A shortcut is highlighted while exactly its set is picked.
 */
export function GroupHead(props: GroupProps & { id: string; note?: string | undefined }) {
  const { option, group, picked, onReplace, id } = props;
  const { odds } = useI18n();
  const { ref, ...roving } = useRovingFocus();
  const helpers = useMemo(() => helpersFor(group.kind, group.items, group.max), [group]);
  const lit = litHelper(helpers, new Set(picked.map((item) => item.id)));
  const one = groupOdds(option, group).one;
  const note = props.note ?? (one === undefined ? undefined : `×${odds(one)}`);
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.name}>
        {group.name}
      </h2>
      {note !== undefined && <span className={styles.headOdds}>{note}</span>}
      {helpers.length > 0 && (
        <div ref={ref} role="toolbar" aria-labelledby={id} className={styles.helpers} {...roving}>
          {helpers.map((helper) => (
            <HelperChip
              key={helper.name}
              helper={helper}
              of={group.name}
              on={helper.name === lit}
              disabled={helper.name === "clear" && picked.length === 0}
              onReplace={onReplace}
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface HelperChipProps extends Pick<GroupProps, "onReplace"> {
  helper: Helper;
  /** Name of the group. */
  of: string;
  on: boolean;
  disabled: boolean;
}

const HelperChip = memo(function HelperChip({ helper, of, on, disabled, onReplace }: HelperChipProps) {
  const { t } = useI18n();
  const { name, items } = helper;
  return (
    <Chip
      variant="helper"
      data-cell
      {...(name !== "clear" && { on })}
      disabled={disabled}
      aria-label={`${of}: ${t(WORDS[name])}`}
      onClick={() => onReplace(items)}
    >
      {t(WORDS[name])}
    </Chip>
  );
});
