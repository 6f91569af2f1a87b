import { useMedia } from "@lotus/ui";
import { type RouteName, specOf } from "./routes.ts";

/**
 * From this width on the navigation stands at the left of the page and replaces the tab bar. In rem: text twice as large
 * needs a window twice as wide. A phone in landscape is wide, but too low. The style sheets repeat it.
 */
export const useWideWindow = (): boolean => useMedia("(min-width: 56.25rem) and (min-height: 30rem)");

/** From this width on two panes stand side by side, also on a phone in landscape. */
export const usePanes = (): boolean => useMedia("(min-width: 37.5rem)");

/** How a page stands in a wide window: without the frame, since it comes before the app; beside the list of settings; alone. */
export type Frame = "bare" | "plain" | "split";

export function frameOf(name: RouteName | undefined): Frame {
  const path = name === undefined ? "/pages/auth" : specOf(name).path;
  if (path.startsWith("/pages/auth")) return "bare";
  return /sub\/(?:settings\/(?!index)|limits|identity)/u.test(path) ? "split" : "plain";
}

/** How wide a page becomes: the game takes all there is, lists and overviews more than forms and texts. */
export function measureOf(name: RouteName): "full" | "broad" | "usual" {
  const { path, tab } = specOf(name);
  if (name === "game") return "full";
  return tab !== undefined || /record|report|game|fairness|settings\/index/u.test(path) ? "broad" : "usual";
}
