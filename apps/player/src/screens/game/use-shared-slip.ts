import { useEffect, useEffectEvent } from "react";
import { gameStore } from "../../features/slip/game-store.ts";
import { type BadShare, readSharedSlip, type ReadShare } from "../../features/slip/shared-slip.ts";
import { navigation } from "../../shell/navigation.ts";
import { notifyError } from "../../shell/notify.ts";
import { href, type RouteQuery } from "../../shell/routes.ts";
import { word } from "../../i18n/i18n.ts";

const PROBLEMS = {
  damaged: "slips.linkDamaged",
  newer: "slips.linkNewer",
  tooLong: "slips.linkTooLong",
} as const satisfies Record<BadShare, string>;

/**
 * Takes the slip out of the address, once: it is offered like any other slip from elsewhere, and a reload does not bring it
 * again. What is no slip is said. A link into practice holds none: it must not lead to a slip of money.
 */
export function useSharedSlip({ code, slip, practice }: RouteQuery<"game">): void {
  const take = useEffectEvent((gameCode: string, shared: string) => {
    const read: ReadShare =
      practice === undefined ? readSharedSlip(gameCode, shared) : { ok: false, problem: "damaged" };
    if (read.ok) {
      const lines = read.lines.map((line) => ({ ...line, name: line.optionId }));
      gameStore(gameCode).getState().setOffer({ from: "link", lines });
    } else notifyError(word(PROBLEMS[read.problem]));
    // The navigation that opened this page is over once the effects of its first render are.
    queueMicrotask(() => void navigation.replace(href("game", { code, practice })));
  });
  useEffect(() => {
    if (slip !== undefined) take(code ?? "", slip);
  }, [code, slip]);
}
