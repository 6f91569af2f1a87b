import type { TrackTrend } from "@lotus/contract";
import type { Family } from "@lotus/games";
import { OptionPills } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { aspectName, subjectName, trackKey, trackName } from "./track-words.ts";
import styles from "./trends.module.css";

interface TrackChoiceProps {
  tracks: readonly TrackTrend[];
  track: TrackTrend;
  family: Family;
  onChoose: (key: string) => void;
}

/** One pill per track. */
export function TrackChoice({ tracks, track, family, onChoose }: TrackChoiceProps) {
  const { t } = useI18n();
  return (
    <div className={styles.tracks}>
      <OptionPills
        label={t("trends.tracks")}
        items={tracks.map((each) => ({ key: trackKey(each), label: trackName(each, family, t) }))}
        value={trackKey(track)}
        onChange={onChoose}
      />
    </div>
  );
}

/**
 * First the subject that has sides, then the kind of sides if there are several. A change of subject keeps that kind.
 */
export function SideChoice({ tracks, track, family, onChoose }: TrackChoiceProps) {
  const { t } = useI18n();
  const subjects = Map.groupBy(tracks, (each) => subjectName(each, family, t));
  const subject = subjectName(track, family, t);
  const aspects = subjects.get(subject) ?? [];
  const chooseSubject = (name: string) => {
    const there = subjects.get(name) ?? [];
    const next = there.find(({ fact }) => fact === track.fact) ?? there[0];
    if (next !== undefined) onChoose(trackKey(next));
  };
  return (
    <div className={styles.tracks}>
      {subjects.size > 1 && (
        <OptionPills
          label={t("trends.tracks")}
          items={[...subjects.keys()].map((name) => ({ key: name, label: name }))}
          value={subject}
          onChange={chooseSubject}
        />
      )}
      {aspects.length > 1 && (
        <OptionPills
          label={t("trends.aspects")}
          items={aspects.map((each) => ({ key: trackKey(each), label: aspectName(each, family, t) }))}
          value={trackKey(track)}
          onChange={onChoose}
        />
      )}
    </div>
  );
}
