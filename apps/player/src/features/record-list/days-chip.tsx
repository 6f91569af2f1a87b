import { ChevronDownIcon, Chip, XIcon } from "@lotus/ui";
import { useState } from "react";
import { serverClock } from "../../api/server-clock.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { spanText } from "../days/day-words.ts";
import { dayOf } from "../days/days.ts";
import { OwnDays } from "../days/own-days.tsx";
import type { RecordDays } from "../game-data/record-days.ts";

interface DaysChipProps {
  days: RecordDays;
  onChange: (days: RecordDays) => void;
}

/** A chip that opens the choice of any days; highlighted with them while they are chosen. */
export function DaysChip({ days, onChange }: DaysChipProps) {
  const { t, locale } = useI18n();
  const [choosing, setChoosing] = useState(false);
  const own = typeof days === "string" ? undefined : days;
  return (
    <>
      <Chip
        on={own !== undefined}
        aria-haspopup="dialog"
        end={<ChevronDownIcon aria-hidden />}
        onClick={() => setChoosing(true)}
      >
        {own === undefined ? t("days.custom") : spanText(own, locale)}
      </Chip>
      {own !== undefined && (
        <Chip aria-label={t("money.records.clear")} onClick={() => onChange("today")}>
          <XIcon aria-hidden />
        </Chip>
      )}
      <OwnDays
        open={choosing}
        today={dayOf(serverClock.now())}
        before={own}
        onClose={() => setChoosing(false)}
        onChoose={(chosen) => {
          setChoosing(false);
          onChange(chosen);
        }}
      />
    </>
  );
}
