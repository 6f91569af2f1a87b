import type { CALLS, CallData, RuleGroup, RuleTree, SavedNumbers } from "@lotus/contract";
import { Button, Chip, IconButton, PencilIcon } from "@lotus/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useStore } from "zustand";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { pickedIn } from "../slip/bet-list.ts";
import { optionAt } from "../slip/game-mode.ts";
import type { GameStore } from "../slip/game-store.ts";
import { Answered } from "./answered.tsx";
import styles from "./my-slips.module.css";
import { SaveDialog } from "./save-dialog.tsx";

/** Kinds of groups whose items are the numbers of the draw. */
const NUMBERED: ReadonlySet<string> = new Set(["digit", "side-digit", "die", "car", "ball"]);

interface NumbersTabProps {
  saved: UseQueryResult<CallData<typeof CALLS.saved>>;
  here?: { readonly tree: RuleTree; readonly store: GameStore };
  onEdit: (numbers: SavedNumbers) => void;
  /** Numbers were picked on the board. */
  onDone: () => void;
}

/** Favourite numbers: on the page of a game they are picked on its board, and what is picked there can be saved. */
export function NumbersTab({ saved, here, onEdit, onDone }: NumbersTabProps) {
  const { t } = useI18n();
  const family = here?.tree.family;
  const data = saved.data?.numbers.filter((each) => family === undefined || each.family === family);
  return (
    <>
      {here !== undefined && <SaveNumbers {...here} />}
      <Answered query={{ ...saved, data }} empty={t("slips.noNumbers")} words={t("slips.noNumbersWords")}>
        {(list) =>
          list.map((numbers) => (
            <NumbersRow
              key={numbers.id}
              numbers={numbers}
              onEdit={() => onEdit(numbers)}
              onDone={onDone}
              {...(here !== undefined && { here })}
            />
          ))
        }
      </Answered>
    </>
  );
}

interface NumbersRowProps extends Pick<NumbersTabProps, "here" | "onDone"> {
  numbers: SavedNumbers;
  onEdit: () => void;
}

function NumbersRow({ numbers, here, onEdit, onDone }: NumbersRowProps) {
  const { t } = useI18n();
  const { name, items } = numbers;
  return (
    <li className={styles.numbers}>
      <span className={styles.numbersHead}>
        <span className={styles.words}>
          <b>{name}</b>
          <span>{items.join(" ")}</span>
        </span>
        <IconButton label={t("slips.editSaved", { name })} icon={<PencilIcon size={18} />} onClick={onEdit} />
      </span>
      {here !== undefined && <PickInto {...here} items={items} onDone={onDone} />}
    </li>
  );
}

/** The rows of the shown board that have all of these numbers; a tap picks them there in place of what was. */
function PickInto({
  tree,
  store,
  items,
  onDone,
}: {
  tree: RuleTree;
  store: GameStore;
  items: readonly string[];
  onDone: () => void;
}) {
  const { t } = useI18n();
  const option = useStore(store, (state) => optionAt(tree.rules, state.gameMode));
  const fitting = option?.groups.filter((group) => hasNumbers(group, items)) ?? [];
  if (fitting.length === 0) return <span className={styles.hint}>{t("slips.noBoard")}</span>;
  const pick = (groups: readonly RuleGroup[]) => {
    for (const { code } of groups) store.getState().replace(code, items);
    onDone();
  };
  return (
    <span className={styles.groups}>
      {fitting.map((group) => (
        <Chip key={group.code} onClick={() => pick([group])}>
          {fitting.length === 1 ? t("slips.pick") : group.name}
        </Chip>
      ))}
      {fitting.length > 1 && <Chip onClick={() => pick(fitting)}>{t("slips.pickAll")}</Chip>}
    </span>
  );
}

function hasNumbers({ kind, items, max }: RuleGroup, wanted: readonly string[]): boolean {
  return (
    NUMBERED.has(kind) && wanted.length <= max && wanted.every((id) => items.some((item) => item.id === id))
  );
}

/** Saves what is picked in a row of the board. */
function SaveNumbers({ tree, store }: { tree: RuleTree; store: GameStore }) {
  const { t } = useI18n();
  const [saving, setSaving] = useState<readonly string[] | null>(null);
  const list = useStore(store, (state) => state.gameBetList);
  const option = useStore(store, (state) => optionAt(tree.rules, state.gameMode));
  const rows = (option?.groups ?? []).flatMap((group) => {
    // Boards of five digits have sides and digits in one row: only the digits are numbers.
    const items = pickedIn(list, group.code).flatMap(({ id }) => (/^\d+$/u.test(id) ? id : []));
    return NUMBERED.has(group.kind) && items.length > 0 ? [{ group, items }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <div className={styles.groups}>
      {rows.map(({ group, items }) => (
        <Button key={group.code} variant="outline" size="s" onClick={() => setSaving(items)}>
          {t("slips.saveNumbers", { numbers: items.join(" ") })}
        </Button>
      ))}
      <SaveDialog
        what={saving === null ? null : { kind: "numbers", family: tree.family, items: saving }}
        onClose={() => setSaving(null)}
      />
    </div>
  );
}
