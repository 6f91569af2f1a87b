import type { CurrentPeriod } from "@lotus/contract";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { nextPaint } from "../../shell/next-paint.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import { StoreSlip, unkeptStore } from "../../testing/store-slip.tsx";
import { SlipBar } from "./slip-bar.tsx";

const tree = ruleTree("K3");
const period: CurrentPeriod = {
  prizeNo: "202611210582",
  openAt: 0,
  closeAt: 50_000,
  drawAt: 60_000,
  serverTime: 0,
  status: "open",
  commitment: "",
};
const store = unkeptStore("K3");
/** Lets the current period arrive, as from the server. */
let arrive: (current: CurrentPeriod) => void;

function Page() {
  const [current, setCurrent] = useState<CurrentPeriod>();
  // The test stands in for the server and holds its end.
  // oxlint-disable-next-line react/globals
  arrive = setCurrent;
  return (
    <StoreSlip
      store={store}
      tree={tree}
      current={current}
      now={() => 1000}
      bar={(slip) => (
        <SlipBar
          store={store}
          tree={tree}
          figures={slip.figures}
          bounds={slip.bounds}
          unanswered={slip.unanswered}
          opening={slip.opening}
          onOpen={slip.open}
        />
      )}
    />
  );
}

test("a slip asked for before the current period is known opens when it arrives; its button is pressed until then", async () => {
  store.getState().enter(tree.rules);
  store.getState().select("sum", "9");
  await renderScreen(<Page />, "en-US");
  const bet = screen.getByRole("button", { name: "Bet" });
  fireEvent.click(bet);
  await act(nextPaint);
  expect([screen.queryByRole("dialog"), bet.dataset["pressed"]]).toEqual([null, "true"]);
  act(() => arrive(period));
  await waitFor(() => screen.getByRole("dialog", { name: "Bet slip" }));
  expect(bet.dataset["pressed"]).toBeUndefined();
});
