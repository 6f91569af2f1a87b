import { drawFor, GAMES } from "@lotus/games";
import { verifyProof } from "@lotus/fair";
import type { CallData, CALLS } from "@lotus/contract";
import type { LoadClient } from "../load/client.ts";
import type { Comparison } from "./comparison.ts";

type History = CallData<typeof CALLS.history>;

const DRAWS_A_GAME = 3;

/** Verifies draws of every game; the newest with the whole path to its chain's anchor. */
export async function compareProofs(client: LoadClient, to: Comparison): Promise<void> {
  for (const { code, family } of GAMES) {
    const { data } = await client.send<History>({ path: `/api/lottery/history/${code}` });
    for (const [at, { prizeNo, numbers }] of data.list.slice(0, DRAWS_A_GAME).entries()) {
      const { data: document } = await client.send({ path: `/api/lottery/proof/${code}/${prizeNo}` });
      const report = verifyProof(document, {
        draw: drawFor(family),
        walkToAnchor: at === 0,
        expected: { gameCode: code, prizeNo },
      });
      to.same("draws prove themselves", `${code} ${prizeNo}`, report.verdict, "valid");
      const step = report.steps.find((one) => one.step === "numbers");
      const again = step?.step === "numbers" ? step.numbers?.join(" ") : undefined;
      to.same("draws prove themselves", `${code} ${prizeNo} numbers`, again, numbers.join(" "));
    }
  }
}
