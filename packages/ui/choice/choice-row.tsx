import { type ChoiceItem, useRovingKeys } from "./use-roving-keys.ts";

export interface ChoiceRowProps<K extends string> {
  items: readonly ChoiceItem<K>[];
  value: K;
  onChange: (key: K) => void;
  /** What is being chosen, for screen readers. */
  label: string;
  /** Id of the element that shows the chosen tab's content; makes the row a tab list. */
  panelId?: string;
}

interface LookProps {
  rowClass: string | undefined;
  itemClass: string | undefined;
  /** Tab lists change what is below; radio groups set a value. */
  kind: "tabs" | "radios";
}

/** The behaviour shared by underline tabs, segments and option pills. */
export function ChoiceRow<K extends string>(props: ChoiceRowProps<K> & LookProps) {
  const { items, value, onChange, label, panelId, rowClass, itemClass, kind } = props;
  const onKeyDown = useRovingKeys(items, value, onChange);
  const tabs = kind === "tabs";
  // While none is chosen, the row is reached at its first item.
  const stop = items.some(({ key }) => key === value)
    ? value
    : items.find(({ disabled }) => disabled !== true)?.key;
  return (
    // The role is set by kind, which the linter cannot see.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      role={tabs ? "tablist" : "radiogroup"}
      aria-label={label}
      className={rowClass}
      onKeyDown={onKeyDown}
      tabIndex={-1}
    >
      {items.map((item) => {
        const on = item.key === value;
        return (
          <button
            key={item.key}
            ref={on ? centreInRow : undefined}
            type="button"
            role={tabs ? "tab" : "radio"}
            aria-selected={tabs ? on : undefined}
            aria-checked={tabs ? undefined : on}
            aria-controls={tabs ? panelId : undefined}
            tabIndex={item.key === stop ? 0 : -1}
            disabled={item.disabled}
            data-on={on || undefined}
            className={itemClass}
            onClick={() => onChange(item.key)}
          >
            {item.label}
          </button>
        );
      })}
    </div>
  );
}

/**
 * Ref of the chosen item: scrolls it to the middle of a row that overflows. Its position is read in the next frame,
 * which computes layout anyway, to avoid a forced layout after render.
 */
function centreInRow(item: HTMLElement | null) {
  const row = item?.parentElement;
  if (!item || !row) return undefined;
  const frame = requestAnimationFrame(() => {
    row.scrollLeft = item.offsetLeft - (row.clientWidth - item.offsetWidth) / 2;
  });
  return () => cancelAnimationFrame(frame);
}
