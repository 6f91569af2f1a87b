import { DESK_CALLS, type PlayerShield } from "@lotus/contract/desk";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../testing/render-part.tsx";
import { GiveGift } from "./give-gift.tsx";

const PLAYER = { id: "10000001", name: "anna", status: "active" as const };
const FILLED = { used: "0.00", most: "100.00" };
const BOUNDS = { single: "100.00", operator: FILLED, player: FILLED };

/** A desk whose server says why a player may get no gift. */
function deskWith(giftStop: PlayerShield | null) {
  const replies = new Map<unknown, object>([
    [DESK_CALLS.gifts, { list: [], nextCursor: null, max: "500.00", twoAbove: "100.00" }],
    [DESK_CALLS.alone, { gifts: BOUNDS, playerStatus: "active", giftStop }],
  ]);
  return { role: "risk" as const, call: ((spec: unknown) => Promise.resolve(replies.get(spec))) as never };
}

async function whyOff(): Promise<string> {
  const button = screen.getByRole("button", { name: "Give a gift" });
  await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
  fireEvent.mouseOver(button);
  return (await screen.findByRole("tooltip")).textContent;
}

test("a gift to a player who may get none is off from the start, with the one reason that holds", async () => {
  const onBreak = { kind: "timeOut" as const, until: null };
  await renderPart(<GiveGift player={{ ...PLAYER, onBreak }} />, deskWith("break"));
  expect(await whyOff()).toBe("On a break. No gift can be given while it lasts.");
  await renderPart(<GiveGift player={PLAYER} />, deskWith("excluded"));
  expect(await whyOff()).toBe("Excluded. No gift can be given while it lasts.");
  await renderPart(<GiveGift player={PLAYER} />, deskWith("guarded"));
  expect(await whyOff()).toBe("The player shows markers of harm: no gift can be given.");
  await renderPart(<GiveGift player={PLAYER} />, deskWith(null));
  expect(screen.getByRole("button").getAttribute("aria-disabled")).toBe("false");
});
