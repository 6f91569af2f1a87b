import { expect, test } from "vitest";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { BetIcon } from "./bet-days.tsx";

const game = {
  name: "",
  family: "racing",
  cycleMinutes: 5,
  on: true,
  current: null,
  last: null,
} as const;

async function pictureOf(gameCode: string): Promise<string> {
  const { container } = await renderScreen(<BetIcon game={{ ...game, gameCode }} />);
  return container.innerHTML;
}

test("a bet on XYFT has the boat of that game, not the car of PK10", async () => {
  expect(await pictureOf("XYFT")).not.toBe(await pictureOf("PK10"));
});
