import { ROUTES, type ScreenProps } from "../shell/routes.ts";
import type { ScreenLoaders } from "../shell/screen-loaders.ts";

/** The same screen for every page, for tests of navigation. */
export function fakeScreens(load: () => Promise<{ Screen: (props: ScreenProps) => null }>): ScreenLoaders {
  // Every page is among the routes.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(Object.keys(ROUTES).map((name) => [name, load])) as unknown as ScreenLoaders;
}
