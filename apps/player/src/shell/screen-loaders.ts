import type { PageName, PageQuery } from "@lotus/contract/pages";
import type { ComponentType } from "react";
import type { AnyQuery, ScreenProps } from "./routes.ts";

/** How the screen of each page is loaded; a page without one does not compile. */
export type ScreenLoaders = {
  readonly [Name in PageName]: () => Promise<{ Screen: ComponentType<ScreenProps<PageQuery<Name>>> }>;
};

/** A screen without its particular query type. */
export type AnyScreen = ComponentType<ScreenProps<AnyQuery>>;
