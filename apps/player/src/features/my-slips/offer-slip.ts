import type { EarlierSlip, SavedSlip } from "@lotus/contract";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { gameStore } from "../slip/game-store.ts";
import { offerOf } from "../slip/slip-offer.ts";

/** Leads to the game of a slip, which opens it there: nothing is placed before it was seen and confirmed. */
export async function goToSlip(slip: EarlierSlip | SavedSlip): Promise<void> {
  const { gameCode } = slip;
  gameStore(gameCode).getState().setOffer(offerOf(slip));
  await navigation.push(href("game", { code: gameCode }));
}
