import { Alert, Box, Typography } from "@mui/material";
import { isPlayerReason, type PlayerReason } from "@lotus/contract";
import type { PeriodRow } from "@lotus/contract/desk";
import type { ReactNode } from "react";
import { ActionButton } from "../actions/action-button.tsx";
import type { ActionInput } from "../actions/action-dialog.tsx";
import { useI18n } from "../i18n/use-i18n.ts";
import { mostOf, VoidCost, type Cost } from "./void-cost.tsx";

type Asked = NonNullable<PeriodRow["voidAsked"]>;

/** The request of another person that all these periods share, so that it can be confirmed as it is. */
export function requestOf(
  asked: readonly PeriodRow["voidAsked"][],
  ownId: string,
): (Asked & { readonly reason: PlayerReason }) | undefined {
  const [first] = asked;
  if (first === null || first === undefined || first.operator.id === ownId) return undefined;
  const { operator, reason } = first;
  const isShared = asked.every((each) => each?.operator.id === operator.id && each.reason === reason);
  return isShared && isPlayerReason(reason) ? { ...first, reason } : undefined;
}

/** What the body of the call says beside the reason: the most that may go back, and whose request it confirms. */
interface Agreed {
  readonly most?: string;
  readonly confirms?: string;
}

interface VoidButtonsProps<Answer> {
  readonly label: string;
  /** Open periods that are voided. */
  readonly count: number;
  readonly cost: Cost | undefined;
  /** The request of another person that waits for this one; see `requestOf`. */
  readonly first: ReturnType<typeof requestOf>;
  readonly state?: string;
  readonly size?: "small" | "medium";
  readonly blocked: string | undefined;
  readonly hint?: ReactNode;
  readonly run: (input: ActionInput & { readonly agreed: Agreed }) => Promise<Answer>;
  readonly onDone?: (answer: Answer) => void;
}

/**
 * Voids periods: as the first person; or as the second, who confirms what the first one chose for players, or asks with
 * another reason.
 */
export function VoidButtons<Answer>(props: VoidButtonsProps<Answer>) {
  const { count, cost, first, hint, run, label, ...shared } = props;
  const t = useI18n();
  const most = cost === undefined ? {} : { most: mostOf(cost) };
  const costs = (
    <>
      {cost !== undefined && <VoidCost cost={cost} />}
      {hint}
    </>
  );
  if (first === undefined)
    return (
      <ActionButton
        {...shared}
        action="period.void"
        variant="danger"
        label={label}
        ready={count > 0}
        summary={
          <>
            {costs}
            <Typography sx={{ mb: 1 }}>{t("period.voidTold")}</Typography>
          </>
        }
        run={(input) => run({ ...input, agreed: most })}
      />
    );
  const words = { name: first.operator.name, told: t(`told.${first.reason}`) };
  return (
    <Box sx={{ display: "inline-flex", flexWrap: "wrap", justifyContent: "flex-end", gap: 1 }}>
      <ActionButton
        key={`${first.operator.id} ${first.reason}`}
        {...shared}
        action="period.void"
        variant="danger"
        asSecond
        told={first.reason}
        label={t("voids.confirm", { smart_count: count })}
        summary={
          <>
            <Alert severity="info" sx={{ mb: 1 }}>
              {t("voids.proposed", { ...words, note: first.note === "" ? "–" : first.note })}
            </Alert>
            {costs}
          </>
        }
        run={(input) => run({ ...input, agreed: { ...most, confirms: first.operator.id } })}
      />
      <ActionButton
        key={`not ${first.operator.id} ${first.reason}`}
        {...shared}
        action="period.void"
        without={first.reason}
        label={t("voids.otherReason")}
        summary={
          <>
            <Alert severity="warning" sx={{ mb: 1 }}>
              {t("voids.otherwise", words)}
            </Alert>
            {costs}
          </>
        }
        run={(input) => run({ ...input, agreed: most })}
      />
    </Box>
  );
}
