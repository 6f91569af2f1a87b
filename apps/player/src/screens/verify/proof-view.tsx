import { readProof, type ProofVerdict } from "@lotus/fair";
import { findGame } from "@lotus/games";
import { Card, ChevronDownIcon, InfoIcon } from "@lotus/ui";
import { useMemo } from "react";
import { spokenNumbers } from "../../features/draw/draw-words.ts";
import { FailedState } from "../../components/failed-state.tsx";
import { TileIcon } from "../../features/lobby-games/tile-icon.tsx";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { DrawPicture } from "../../artwork/draw-picture.tsx";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import type { VerifiedPeriod, Examined } from "./examine.ts";
import { shownSteps, walkedStep, type ShownStep } from "./shown-steps.ts";
import { ProofSkeleton } from "./proof-skeleton.tsx";
import { StepList } from "./step-list.tsx";
import { useChainWalk, useExamined, type ChainWalk } from "./use-examined.ts";
import { VerdictCard } from "./verdict-card.tsx";
import styles from "./verify.module.css";

interface ProofViewProps {
  /** As received from the server: untrusted until it has been checked. */
  document: unknown;
  period: VerifiedPeriod;
  game: LobbyGame | undefined;
  onChoose: () => void;
}

/** A proof checked on this device: the verdict, the draw, each step, and what this proves and what it does not. */
export function ProofView({ document, period, game, onChoose }: ProofViewProps) {
  const examination = useExamined(document, period);
  if (examination.state === "working") return <ProofSkeleton />;
  if (examination.state === "failed")
    return <FailedState error={examination.error} onRetry={() => window.location.reload()} />;
  return (
    <Result
      document={document}
      examined={examination.examined}
      period={period}
      game={game}
      onChoose={onChoose}
    />
  );
}

function Result({ document, examined, period, game, onChoose }: ProofViewProps & { examined: Examined }) {
  const words = useI18n();
  const read = useMemo(() => readProof(document), [document]);
  const proof = read.ok ? read.document : undefined;
  const walk = useChainWalk(proof);
  const steps = withWalk(shownSteps(examined.report, findGame(period.gameCode)?.family, words), walk, words);
  const verdict: ProofVerdict = walk.ok === false ? "invalid" : examined.report.verdict;
  return (
    <>
      <VerdictCard verdict={verdict} steps={steps} tookMs={examined.tookMs} voided={examined.report.voided} />
      <Period period={period} game={game} numbers={proof?.numbers ?? null} onChoose={onChoose} />
      <StepList
        steps={steps}
        walk={proof !== undefined && proof.secret !== null ? { ...walk, hashes: proof.t } : undefined}
      />
      {proof !== undefined && <Meaning mode={proof.mode} />}
    </>
  );
}

/** The chain walk runs separately from the other checks; its step takes over the outcome. */
function withWalk(steps: readonly ShownStep[], walk: ChainWalk, words: I18n): readonly ShownStep[] {
  const { ok } = walk;
  return ok === null
    ? steps
    : steps.map((step) => (step.key === "chain" ? walkedStep(step, ok, words) : step));
}

interface PeriodProps {
  period: VerifiedPeriod;
  game: LobbyGame | undefined;
  numbers: readonly number[] | null;
  onChoose: () => void;
}

function Period({ period, game, numbers, onChoose }: PeriodProps) {
  const { t } = useI18n();
  return (
    <Card padding="none">
      <button type="button" className={styles.period} aria-haspopup="dialog" onClick={onChoose}>
        {game !== undefined && <TileIcon game={game} size={36} />}
        <span className={styles.periodWords}>
          <b>{game?.name ?? period.gameCode}</b>
          <span>{t("verify.period", { no: period.prizeNo })}</span>
        </span>
        {game !== undefined && numbers !== null && (
          <span className={styles.draw}>
            <DrawPicture
              family={game.family}
              numbers={numbers}
              size="row"
              label={spokenNumbers(game.family, numbers, t)}
            />
          </span>
        )}
        <ChevronDownIcon size={18} className={styles.chevron} aria-hidden />
      </button>
    </Card>
  );
}

/** What a proof of each mode shows, and what it does not. */
function Meaning({ mode }: { mode: 0 | 1 }) {
  const { t } = useI18n();
  return (
    <p className={styles.meaning}>
      <InfoIcon size={18} aria-hidden />
      <span>{t(mode === 0 ? "verify.mode0" : "verify.mode1")}</span>
    </p>
  );
}
