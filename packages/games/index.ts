/**
 * The games: draws, bets, and how bets are counted, settled and paid. Pure code for browser and server: no clock, no
 * I/O, no randomness of its own.
 */
export {
  modeOf,
  type Board,
  type Chance,
  type Chosen,
  type DrawResult,
  type Family,
  type Group,
  type Option,
  type Outcome,
  type PickedGroups,
  type Picks,
  type Tier,
  type Win,
} from "./bet.ts";
export { coverageBound, CoverageBook, coversMoreThan, type Coverage, type CoverLine } from "./coverage.ts";
export { drawChance, type DrawChance } from "./chase/draw-chance.ts";
export { linesReturn, type CostedLine, type LinesReturn } from "./chase/lines-return.ts";
export {
  allLostRange,
  planChance,
  ratioNumber,
  type ChasePlan,
  type PlanChance,
  type Ratio,
} from "./chase/plan-chance.ts";
export {
  familyOf,
  findGame,
  findOption,
  GAMES,
  modesOf,
  optionsOf,
  type Game,
  type GameCode,
  type Mode,
} from "./catalog.ts";
export {
  drawFor,
  isDraw,
  numbersByStep,
  numbersOf,
  type DrawFamily,
  type SettledNumber,
  type Uniform,
} from "./draw.ts";
export { exampleOf, type Example } from "./example.ts";
export { explain, type ExplainedGroup, type Explanation } from "./explain.ts";
export { facts, type Facts } from "./facts.ts";
export { wholeDraws } from "./whole-draws.ts";
export { diceShape, type DiceFacts, type DiceShape } from "./dice/facts.ts";
export { digitShape, dragonTiger, type DigitShape, type FiveDigitsFacts } from "./five-digits/facts.ts";
export { type RacingFacts } from "./racing/facts.ts";
export { type BallFacts, type MarkSixFacts } from "./mark-six/facts.ts";
export {
  colourOf,
  sidesOf,
  ZODIAC,
  zodiacOf,
  type BallSides,
  type Colour,
  type Zodiac,
} from "./mark-six/ball.ts";
export { picksAnimals } from "./mark-six/picks-animals.ts";
export {
  compareFractions,
  formatFraction,
  fraction,
  minus,
  plus,
  toNumber,
  type Fraction,
} from "./fraction.ts";
export { payoutByRules, type StatedBet, type StatedPayout } from "./payout-by-rules.ts";
export { DEFAULT_LIMITS, type Limits } from "./limits.ts";
export { jointExtremes, type JointExtremes, type JointLine } from "./joint-extremes.ts";
export { LUNAR_YEARS, lunarYearOf } from "./lunar.ts";
export { dateOf, instantOf, nextDate, offsetAt, type LocalDate } from "./local-time.ts";
export {
  betReturns,
  checkOdds,
  DEFAULT_RETURN,
  defaultOdds,
  isChosenDefault,
  oddsReturning,
  paysStake,
  returnToPlayer,
  type BadOdds,
  type BetReturn,
  type OddsSettings,
} from "./odds.ts";
export { excessPercent, overWithPlan, sharePercent, type OverReturn } from "./plan-margin.ts";
export { itemKind, type ItemKind } from "./item-kind.ts";
export { maxPaid } from "./max-paid.ts";
export { itemOddsKey, oddsKey, oddsKeysOf, type OddsLine } from "./odds-key.ts";
export {
  betNumbersText,
  canonicalGroups,
  canonicalKey,
  readPicks,
  type BadSelection,
  type ReadPicks,
} from "./picks.ts";
export {
  DEFAULT_TIME_ZONE,
  nextPeriod,
  numberDigits,
  periodAt,
  periodByNo,
  periodsBetween,
  periodsFrom,
  type Period,
  type Schedule,
} from "./schedule.ts";
export { returnRanges, type OptionReturn, type ReturnRange } from "./return-range.ts";
export { countBets, payoutOf, possiblePayout, settle, type OddsTable } from "./settle.ts";
export { layRoad, type Road, type RoadBead, type RoadColumn } from "./trends/road.ts";
export { type Track, type TrackedDraw, type TrackFact } from "./trends/tracks.ts";
export { omissionRows, TREND_DRAWS, TREND_LOOK_BACK, trendsOf, type TrackTrend } from "./trends/trend.ts";
export {
  MAX_TYPED_LENGTH,
  readTyped,
  typedExample,
  typedForm,
  typedLines,
  typedText,
  type LeftOut,
  type LeftOutReason,
  type LineBounds,
  type ReadTyped,
  type Spot,
  type TypedForm,
  type TypedLines,
  type TypedName,
  type TypedReading,
} from "./typed/typed.ts";
export { omissionChance, shareOf, valueChance, type Share } from "./trends/omission-chance.ts";
export { betOnTrack, trackOfGroup, type BetOnTrack } from "./trends/bet-on-track.ts";
