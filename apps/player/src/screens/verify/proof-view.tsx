import { findGame } from "@lotus/games";
import { Card, ChevronDownIcon, InfoIcon } from "@lotus/ui";
import { spokenNumbers } from "../../features/draw/draw-words.ts";
import { FailedState } from "../../components/failed-state.tsx";
import { TileIcon } from "../../features/lobby-games/tile-icon.tsx";
import type { LobbyGame } from "../../features/lobby-games/use-games.ts";
import { DrawPicture } from "../../artwork/draw-picture.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { BalanceCard } from "./balance-card.tsx";
import { NumbersCard } from "./numbers-card.tsx";
import { ProofSkeleton } from "./proof-skeleton.tsx";
import { storyOf } from "./story.ts";
import { StoryCard } from "./story-card.tsx";
import { TrustCard } from "./trust-card.tsx";
import { TechnicalPart } from "./technical-part.tsx";
import { type DoneCheck, useDrawCheck, type VerifiedPeriod } from "./use-draw-check.ts";
import { VerdictCard } from "./verdict-card.tsx";
import styles from "./verify.module.css";

interface ProofViewProps {
  /** As received from the server: untrusted until it has been checked. */
  document: unknown;
  period: VerifiedPeriod;
  game: LobbyGame | undefined;
  onChoose: () => void;
  onDownload: () => void;
}

/** A draw checked on this device: the verdict, its story, the numbers step by step, and the technical part. */
export function ProofView(props: ProofViewProps) {
  const checking = useDrawCheck(props.document, props.period);
  if (checking.state === "working") return <ProofSkeleton />;
  if (checking.state === "failed")
    return <FailedState error={checking.error} onRetry={() => window.location.reload()} />;
  return <Result {...props} check={checking.check} />;
}

function Result({
  document,
  check,
  period,
  game,
  onChoose,
  onDownload,
}: ProofViewProps & { check: DoneCheck }) {
  const words = useI18n();
  const { report, trust } = check;
  const story = storyOf(check, words);
  return (
    <>
      <div className={styles.part}>
        <VerdictCard check={check} />
        <Period period={period} game={game} numbers={report.computed?.numbers ?? null} onChoose={onChoose} />
        {story.length > 0 && <StoryCard story={story} />}
      </div>
      <div className={styles.part}>
        <NumbersCard report={report} family={findGame(period.gameCode)?.family} />
        <TechnicalPart report={report} document={document} onDownload={onDownload} />
        <p className={styles.meaning}>
          <InfoIcon size={18} aria-hidden />
          <span>
            {words.t(trust.pinnedBy === "build" ? "verify.pinned.build" : "verify.pinned.firstSeen")}
          </span>
        </p>
        <TrustCard />
        <BalanceCard />
      </div>
    </>
  );
}

interface PeriodProps {
  period: VerifiedPeriod;
  game: LobbyGame | undefined;
  /** As computed here, whatever the server says. */
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
