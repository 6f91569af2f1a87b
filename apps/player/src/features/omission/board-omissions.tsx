import type { RuleOption, Trend } from "@lotus/contract";
import { findGame, findOption, trackOfGroup } from "@lotus/games";
import { InfoIcon, Switch } from "@lotus/ui";
import { useEffect, useId, useMemo } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { NO_OMISSIONS, type Omission, type OmissionsOf } from "../board/omissions.ts";
import { useTrend } from "../game-data/trend-query.ts";
import styles from "./omission.module.css";
import { omissionOf } from "./omission-of.ts";
import { useOmissionSetting } from "./omission-setting.ts";

export interface BoardOmissionsProps {
  gameCode: string;
  option: RuleOption;
  /** Called with what the board shows under its numbers. */
  onFigures: (figures: OmissionsOf) => void;
}

type Tracks = ReadonlyMap<string, NonNullable<ReturnType<typeof trackOfGroup>>>;

/** Below a board whose groups are about single facts of a draw: the switch for their omissions. */
export function BoardOmissions({ gameCode, option, onFigures }: BoardOmissionsProps) {
  const { t } = useI18n();
  const id = useId();
  const { shown, setShown } = useOmissionSetting();
  const tracks = useMemo(() => tracksOfBoard(gameCode, option), [gameCode, option]);
  if (tracks.size === 0) return null;
  return (
    <section className={styles.switch}>
      <label htmlFor={id}>{t("omission.switch")}</label>
      <Switch id={id} checked={shown} onChange={(event) => setShown(event.target.checked)} />
      {shown && <Figures gameCode={gameCode} tracks={tracks} onFigures={onFigures} />}
    </section>
  );
}

interface FiguresProps extends Pick<BoardOmissionsProps, "gameCode" | "onFigures"> {
  tracks: Tracks;
}

/** Asks for the figures while they are shown, and says how to read them. */
function Figures({ gameCode, tracks, onFigures }: FiguresProps) {
  const { t } = useI18n();
  const trend = useTrend(gameCode, "10");
  const figures = useMemo(() => figuresOf(trend.data, tracks), [trend.data, tracks]);
  useEffect(() => {
    onFigures(figures);
    return () => onFigures(NO_OMISSIONS);
  }, [figures, onFigures]);
  return (
    <p className={styles.legend}>
      <InfoIcon size={16} aria-hidden />
      <span>{trend.isError && trend.data === undefined ? t("omission.failed") : t("omission.legend")}</span>
    </p>
  );
}

function tracksOfBoard(gameCode: string, rule: RuleOption): Tracks {
  const game = findGame(gameCode);
  const option = game === undefined ? undefined : findOption(game.code, rule.id);
  if (game === undefined || option === undefined) return new Map();
  return new Map(
    rule.groups.flatMap(({ code, kind }) => {
      const track = WITH_NOTES.has(kind) ? trackOfGroup(game.code, option, code) : null;
      return track === null ? [] : [[code, track] as const];
    }),
  );
}

/** Kinds of items whose cells have room for a note. */
const WITH_NOTES: ReadonlySet<string> = new Set(["digit", "car", "side-digit", "ball"]);

function figuresOf(trend: Trend | undefined, tracks: Tracks): OmissionsOf {
  if (trend === undefined) return NO_OMISSIONS;
  const made = new Map(
    [...tracks].flatMap(([group, { fact, place }]) => {
      const track = trend.tracks.find((each) => each.fact === fact && each.place === place);
      if (track === undefined) return [];
      const of = track.values.flatMap((value): (readonly [string, Omission])[] => {
        const omission = omissionOf(trend, track, value);
        return omission === undefined ? [] : [[value, omission]];
      });
      return [[group, new Map(of)] as const];
    }),
  );
  return (group) => made.get(group);
}
