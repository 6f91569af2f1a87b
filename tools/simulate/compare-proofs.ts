import { verifyRound } from "@lotus/beacon/verify";
import { drawFor, GAMES } from "@lotus/games";
import { checkDraw, PeriodLogReader } from "@lotus/fair";
import type { CallData, CALLS } from "@lotus/contract";
import type { LoadClient } from "../load/client.ts";
import { chooseTrust } from "../verify/trust.ts";
import type { Comparison } from "./comparison.ts";

type History = CallData<typeof CALLS.history>;

const DRAWS_A_GAME = 3;

/** Verifies draws of every game by the policy and the beacon that the proofs name, and by the log at `url`. */
export async function compareProofs(client: LoadClient, url: string, to: Comparison): Promise<void> {
  const fetchFile = async (path: string) => {
    const reply = await fetch(`${url}/log/${path}`);
    return reply.ok ? reply.bytes() : null;
  };
  for (const { code, family } of GAMES) {
    const { data } = await client.send<History>({ path: `/api/lottery/history/${code}` });
    for (const { prizeNo, numbers } of data.list.slice(0, DRAWS_A_GAME)) {
      const { data: document } = await client.send({ path: `/api/lottery/proof/${code}/${prizeNo}` });
      const trust = chooseTrust(document, { policyText: undefined, beaconText: undefined });
      if (typeof trust === "string") throw new Error(trust);
      const log = await new PeriodLogReader(trust, fetchFile).read(document);
      const report = checkDraw(document, {
        trust,
        log,
        draw: drawFor(family),
        verifyRound,
        expected: { gameCode: code, prizeNo, numbers },
      });
      to.same("draws prove themselves", `${code} ${prizeNo}`, report.verdict, "valid");
      const step = report.steps.find((each) => each.step === "log");
      to.same("the log has nothing else about a draw", `${code} ${prizeNo}`, step?.state, "ok");
    }
  }
}
