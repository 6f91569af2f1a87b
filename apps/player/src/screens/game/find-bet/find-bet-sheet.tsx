import type { RuleMode, RuleOption, RuleTree } from "@lotus/contract";
import { tidyTyped } from "@lotus/money";
import { Button, Sheet, StateScreen } from "@lotus/ui";
import { type KeyboardEvent, memo, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { LotusPond } from "../../../artwork/lotus-pond.tsx";
import { SearchField } from "../../../components/search-field.tsx";
import { useRovingFocus } from "../../../features/board/use-roving-focus.ts";
import { optionAt } from "../../../features/slip/game-mode.ts";
import type { GameStore } from "../../../features/slip/game-store.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import { betAliases } from "./bet-aliases.ts";
import { BetCard } from "./bet-card.tsx";
import styles from "./find-bet.module.css";
import { type FoundMode, foundBets } from "./found-bets.ts";

export interface FindBetProps {
  open: boolean;
  tree: RuleTree;
  store: GameStore;
  onClose: () => void;
}

/** Every bet of a game in one grid, and a search by name, synonym, item or code. A tap shows its board. */
export function FindBetSheet({ open, tree, store, onClose }: FindBetProps) {
  const { t } = useI18n();
  return (
    <Sheet open={open} onClose={onClose} title={t("play.game.find")} closeLabel={t("play.close")}>
      <Search tree={tree} store={store} onClose={onClose} />
    </Sheet>
  );
}

function Search({ tree, store, onClose }: Omit<FindBetProps, "open">) {
  const { t, locale } = useI18n();
  const [typed, setTyped] = useState("");
  const results = useRef<HTMLDivElement>(null);
  const shown = useStore(store, (state) => optionAt(tree.rules, state.gameMode)?.id);
  const found = useMemo(
    () => foundBets(tree, typed, betAliases(tree.family)),
    // The synonyms are those of the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [tree, typed, locale],
  );
  const choose = (id: string) => {
    store.getState().chooseOption(id);
    onClose();
  };
  const first = found[0]?.options[0];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && tidyTyped(typed) !== "" && first !== undefined) choose(first.id);
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    results.current?.querySelector<HTMLElement>("[data-cell]")?.focus();
  };
  return (
    <div className={styles.sheet} data-broad>
      <div className={styles.search}>
        <SearchField
          label={t("find.label")}
          enterKeyHint="go"
          value={typed}
          onSearch={setTyped}
          onKeyDown={onKeyDown}
        />
        <output className={styles.count}>
          {t("find.found", { count: found.reduce((sum, { options }) => sum + options.length, 0) })}
        </output>
      </div>
      <div ref={results}>
        {first === undefined ? (
          <StateScreen
            picture={<LotusPond state="bud" />}
            title={t("find.none")}
            action={
              <Button variant="tint" onClick={() => setTyped("")}>
                {t("find.all")}
              </Button>
            }
          >
            {t("find.noneWords")}
          </StateScreen>
        ) : (
          <Found found={found} gameCode={tree.gameCode} shown={shown} onChoose={choose} />
        )}
      </div>
    </div>
  );
}

interface FoundProps {
  found: readonly FoundMode[];
  gameCode: string;
  /** The option whose board is shown. */
  shown: string | undefined;
  onChoose: (id: string) => void;
}

const Found = memo(function Found({ found, gameCode, shown, onChoose }: FoundProps) {
  // A new group for each result: its first card is where the keyboard enters.
  const { ref, ...roving } = useRovingFocus();
  return (
    // The arrow keys of its cards pass here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div key={keyOf(found)} ref={ref} {...roving}>
      {found.map(({ mode, options }) => (
        <Mode key={mode.id} {...{ mode, options, gameCode, shown, onChoose }} />
      ))}
    </div>
  );
});

function keyOf(found: readonly FoundMode[]): string {
  return found.flatMap(({ options }) => options.map(({ id }) => id)).join(" ");
}

interface ModeProps extends Omit<FoundProps, "found"> {
  mode: RuleMode;
  options: readonly RuleOption[];
}

function Mode({ mode, options, gameCode, shown, onChoose }: ModeProps) {
  return (
    <section className={styles.mode}>
      <h3>{mode.name}</h3>
      <ul className={styles.grid}>
        {options.map((option) => (
          <li key={option.id}>
            <BetCard {...{ mode, option, gameCode, onChoose }} isShown={option.id === shown} />
          </li>
        ))}
      </ul>
    </section>
  );
}
