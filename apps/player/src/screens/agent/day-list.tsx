import { Card, Figure, ListRow, Pill, Sheet, StateScreen, useLastShown } from "@lotus/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RecordFacts } from "../../features/record-list/record-facts.tsx";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { wireMoney } from "../../api/wire-money.ts";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { type AgentDay, agentDaysQuery } from "./agent-queries.ts";
import { dayText } from "./day-words.ts";
import { Pages } from "./pages.tsx";

/** The income of each day; a tap shows how it was computed. */
export function DayList() {
  const { t } = useI18n();
  const pages = useInfiniteQuery(agentDaysQuery);
  const [shown, setShown] = useState<AgentDay | undefined>();
  return (
    <>
      <Pages
        pages={pages}
        none={
          <StateScreen picture={<LotusPond state="bud" />} title={t("agent.noDays")}>
            {t("agent.noDaysWords")}
          </StateScreen>
        }
        rows={(days: readonly AgentDay[]) => (
          <Card padding="none">
            {days.map((day) => (
              <DayRow key={day.day} day={day} onShow={() => setShown(day)} />
            ))}
          </Card>
        )}
      />
      <DaySheet day={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

/** Total income of a day: commission from the team and rebate on the player's own bets. */
function incomeOf({ commission, rebate }: AgentDay, { money }: I18n): string {
  return money(wireMoney(commission) + wireMoney(rebate), { signed: true });
}

function DayRow({ day, onShow }: { day: AgentDay; onShow: () => void }) {
  const words = useI18n();
  const { t, money, locale } = words;
  return (
    <ListRow
      title={dayText(day.day, locale)}
      detail={t("agent.memberTurnover", { amount: money(day.turnover) })}
      value={
        <Figure size={14} tone="brand">
          {incomeOf(day, words)}
        </Figure>
      }
      status={
        <Pill tone={day.booked ? "brand" : "amber"}>{t(day.booked ? "agent.booked" : "agent.estimate")}</Pill>
      }
      onClick={onShow}
    />
  );
}

function DaySheet({ day, onClose }: { day: AgentDay | undefined; onClose: () => void }) {
  const words = useI18n();
  const { t, money, locale } = words;
  const shown = useLastShown(day);
  const title = shown === undefined ? "" : t("agent.dayTitle", { day: dayText(shown.day, locale) });
  return (
    <Sheet open={day !== undefined} onClose={onClose} title={title} closeLabel={t("app.close")}>
      {shown !== undefined && (
        <RecordFacts
          facts={[
            ...shown.levels.map(({ level, turnover, percent, commission }) => ({
              name: t("agent.level", { level }),
              value: `${t("agent.product", { amount: money(turnover), percent: money(percent) })} = ${money(commission)}`,
            })),
            { name: t("agent.ownTurnover"), value: money(shown.ownTurnover) },
            { name: t("agent.rebate"), value: money(shown.rebate) },
            { name: t("agent.total"), value: <b>{incomeOf(shown, words)}</b> },
          ]}
        />
      )}
    </Sheet>
  );
}
