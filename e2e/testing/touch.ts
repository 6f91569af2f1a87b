import type { Locator } from "playwright-core";

/**
 * Taps a target that is in its place, such as the next cell of a board, at once where a finger would meet it. Playwright's
 * tap waits for two frames and looks for the target several times: most of the time of a test that taps a lot. Where something
 * moves or covers the target, it is used instead.
 */
export async function touch(target: Locator): Promise<void> {
  const place = await target.evaluate(placeOf);
  if (place === null) await target.tap();
  else await target.page().touchscreen.tap(place.x, place.y);
}

/** The used part of the DOM, which is only in the page. */
interface Seen {
  matches(selector: string): boolean;
  contains(other: Seen | null): boolean;
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
  scrollIntoView(options: object): void;
}
declare const document: {
  elementFromPoint(x: number, y: number): Seen | null;
  getAnimations(): { playState: string; effect: { getComputedTiming(): { endTime: number } } | null }[];
};

/** Runs in the page: the middle of an element if it can be tapped there now. */
function placeOf(element: Seen): { x: number; y: number } | null {
  const moving = document
    .getAnimations()
    .filter(
      ({ playState, effect }) =>
        playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime),
    );
  if (moving.length > 0 || element.matches(":disabled, [aria-disabled=true], [inert] *")) return null;
  const middle = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    return hit !== null && element.contains(hit) ? { x, y } : null;
  };
  const place = middle();
  if (place !== null) return place;
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return middle();
}
