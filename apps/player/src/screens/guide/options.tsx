import type { RuleMode, RuleOption, RuleTree } from "@lotus/contract";
import { DEFAULT_TIME_ZONE, findGame, lunarYearOf } from "@lotus/games";
import { Button, StateScreen, Tabs, VisuallyHidden } from "@lotus/ui";
import { useState } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { matchesSearch } from "../../components/matches-search.ts";
import { SearchField } from "../../components/search-field.tsx";
import { findRule } from "../../features/slip/game-mode.ts";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./guide.module.css";
import { OptionCard } from "./option-card.tsx";

const PANEL = "guide-panel";

interface OptionsProps {
  tree: RuleTree;
  /** Draw time of the running period; the examples use its lunar year. */
  drawAt: number | undefined;
  /** The option that is open initially. */
  first: string | undefined;
}

/** Every option, by mode or by search; each expands to its rule, an example and its odds. */
export function Options({ tree, drawAt, first }: OptionsProps) {
  const { t } = useI18n();
  const [search, setSearch] = useState("");
  const [modeId, setModeId] = useState(
    () => (first === undefined ? undefined : findRule(tree.rules, first)?.mode.id) ?? tree.rules[0]?.id ?? "",
  );
  const [open, setOpen] = useState(first);
  const zone = findGame(tree.gameCode)?.timeZone ?? DEFAULT_TIME_ZONE;
  const lunarYear = lunarYearOf(drawAt ?? serverClock.now(), zone);
  const mode = tree.rules.find(({ id }) => id === modeId);
  const card = (option: RuleOption) => (
    <OptionCard
      key={option.id}
      gameCode={tree.gameCode}
      option={option}
      lunarYear={lunarYear}
      open={open === option.id}
      onToggle={() => setOpen(open === option.id ? undefined : option.id)}
      shownFirst={first === option.id}
    />
  );
  return (
    <>
      <SearchField label={t("rules.guide.search")} value={search} onSearch={setSearch} />
      {search.trim() === "" ? (
        <>
          <div className={styles.tabs}>
            <Tabs
              label={t("play.game.modes")}
              panelId={PANEL}
              items={tree.rules.map(({ id, name }) => ({ key: id, label: name }))}
              value={modeId}
              onChange={setModeId}
            />
          </div>
          <div id={PANEL} role="tabpanel" aria-label={mode?.name} className={styles.list}>
            <h2>
              <VisuallyHidden>{mode?.name}</VisuallyHidden>
            </h2>
            {mode?.childrens.map(card)}
          </div>
        </>
      ) : (
        <Found modes={found(tree.rules, search)} card={card} onAll={() => setSearch("")} />
      )}
    </>
  );
}

/** The modes, with only the options that match the query. */
function found(rules: readonly RuleMode[], typed: string): readonly RuleMode[] {
  return rules.flatMap((mode) => {
    const childrens = mode.childrens.filter(({ name, hint, code }) =>
      matchesSearch(typed, [mode.name, name, hint, code]),
    );
    return childrens.length === 0 ? [] : [{ ...mode, childrens }];
  });
}

interface FoundProps {
  modes: readonly RuleMode[];
  card: (option: RuleOption) => React.ReactNode;
  onAll: () => void;
}

function Found({ modes, card, onAll }: FoundProps) {
  const { t } = useI18n();
  const count = modes.reduce((sum, mode) => sum + mode.childrens.length, 0);
  return (
    <>
      <output className={styles.count}>{t("rules.guide.found", { count })}</output>
      {modes.map((mode) => (
        <section key={mode.id} className={styles.list}>
          <h2 className={styles.mode}>{mode.name}</h2>
          {mode.childrens.map(card)}
        </section>
      ))}
      {count === 0 && (
        <StateScreen
          picture={<LotusPond state="bud" />}
          title={t("rules.guide.none")}
          action={
            <Button variant="tint" onClick={onAll}>
              {t("rules.guide.showAll")}
            </Button>
          }
        >
          {t("rules.guide.noneWords")}
        </StateScreen>
      )}
    </>
  );
}
