import { expect, test, vi } from "vitest";
import type { CallContext } from "../../http/handler.ts";
import type { LiabilityRun } from "../../liabilities/liabilities.ts";
import { liabilityCalls } from "./liability-calls.ts";

const RUN: LiabilityRun = {
  id: 1n,
  at: 1_000,
  players: 3,
  depth: 8,
  root: new Uint8Array(32).fill(171),
  sum: 1_250_50n,
  hidesSum: false,
  received: -5_00n,
};
const SHOWN = { at: 1_000, root: "ab".repeat(32), sum: "1250.50", players: 3, received: "-5.00" };
// The handlers use nothing of request and context; the log of actions is a stand-in.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const CONTEXT = { caller: { operatorId: 1n } } as unknown as CallContext;
const REQUEST = { params: undefined, query: undefined, body: undefined };

function callsWith(run: LiabilityRun | null) {
  const written = vi.fn(() => Promise.resolve());
  const answer = () => Promise.resolve(run);
  const deps = {
    auditedActions: { write: written },
    services: { liabilities: { newest: answer, run: answer } },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { calls: liabilityCalls(deps as unknown as Parameters<typeof liabilityCalls>[0]), written };
}

test("the newest run is shown, or null before the first", async () => {
  expect(await callsWith(RUN).calls.liabilities.handler(REQUEST, CONTEXT)).toEqual({ ok: true, data: SHOWN });
  expect(await callsWith(null).calls.liabilities.handler(REQUEST, CONTEXT)).toEqual({ ok: true, data: null });
});

test("a run on request is written to the log of actions and shown", async () => {
  const { calls, written } = callsWith(RUN);
  expect(await calls.runLiabilities.handler(REQUEST, CONTEXT)).toEqual({ ok: true, data: SHOWN });
  expect(written.mock.calls).toMatchObject([
    [undefined, CONTEXT, { action: "liabilities.run", subject: "liabilities" }],
  ]);
});

test("a run on request is refused while another is going on", async () => {
  const { calls } = callsWith(null);
  expect(await calls.runLiabilities.handler(REQUEST, CONTEXT)).toMatchObject({
    ok: false,
    code: "STATE_REFUSES",
  });
});
