import type { Queries } from "../db/database.ts";
import { Gathered } from "../db/gathered.ts";
import type { Rate } from "../settings/rate-settings.ts";
import * as sql from "./central-buckets.sql.ts";
import type { CentralAnswer } from "./house-buckets.ts";

/** A question to the central bucket of a subject. */
export interface CentralQuestion {
  /** The class of the bucket. */
  readonly name: string;
  readonly subject: string;
  readonly rate: Rate;
  readonly tokens: number;
  readonly intoDebt: boolean;
}

/** Asks the central buckets in the database, one statement at a time. */
export function centralQuestions(
  db: Pick<Queries, "query">,
): Pick<Gathered<CentralQuestion, CentralAnswer>, "ask"> {
  return new Gathered<CentralQuestion, CentralAnswer>(async (questions) => {
    const rows = await db.query<{ place: number; given: number; wait_ms: number }>(sql.TAKE, [
      questions.map(({ name }) => name),
      questions.map(({ subject }) => subject),
      questions.map(({ rate }) => rate.perSecond),
      questions.map(({ rate }) => rate.burst),
      questions.map(({ tokens }) => tokens),
      questions.map(({ intoDebt }) => intoDebt),
    ]);
    return rows
      .toSorted((a, b) => a.place - b.place)
      .map(({ given, wait_ms: waitMs }) => ({ given, waitMs }));
  });
}
