import { Card, Figure, ListRow, OptionPills, StateScreen, UserIcon } from "@lotus/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { type AgentSummary, type Member, teamQuery } from "./agent-queries.ts";
import styles from "./agent.module.css";
import { dayText } from "./day-words.ts";
import { Pages } from "./pages.tsx";

/** The players of each level, with masked names. */
export function Team({ sizes }: { sizes: AgentSummary["teamSize"] }) {
  const { t, number } = useI18n();
  const [chosen, setChosen] = useState("1");
  const level = Number(chosen);
  const pages = useInfiniteQuery(teamQuery(level));
  return (
    <>
      <div className={styles.levels}>
        <OptionPills
          label={t("agent.levels")}
          items={sizes.map((size) => ({
            key: String(size.level),
            label: t("agent.levelCount", { level: size.level, players: number(size.players) }),
          }))}
          value={chosen}
          onChange={setChosen}
        />
      </div>
      <Pages
        pages={pages}
        none={
          <StateScreen picture={<LotusPond state="bud" />} title={t("agent.noTeam", { level })}>
            {t("agent.noTeamWords")}
          </StateScreen>
        }
        rows={(members: readonly Member[]) => (
          <Card padding="none">
            {members.map((member, at) => (
              // Masked names are not unique; the list only grows at its end.
              // oxlint-disable-next-line react/no-array-index-key
              <MemberRow key={at} member={member} />
            ))}
          </Card>
        )}
      />
    </>
  );
}

function MemberRow({ member: { player, joinedDay, turnover, commission } }: { member: Member }) {
  const { t, money, locale } = useI18n();
  return (
    <ListRow
      icon={
        <span className={styles.icon}>
          <UserIcon size={20} aria-hidden />
        </span>
      }
      title={player}
      detail={t("agent.joined", { day: dayText(joinedDay, locale) })}
      value={
        <Figure size={14} tone={commission === "0.00" ? "quiet" : "brand"}>
          {money(commission, { signed: true })}
        </Figure>
      }
      status={<span className={styles.quiet}>{t("agent.memberTurnover", { amount: money(turnover) })}</span>}
    />
  );
}
