/** Made by build/words.ts: one loader a locale. */
declare module "virtual:words" {
  import type { Messages } from "@lingui/core";
  import type { LaterPart, Locale } from "@lotus/locales";

  type Loaders = Readonly<Record<Locale, () => Promise<{ messages: Messages }>>>;
  /** The app's own areas. */
  export const loaders: Loaders;
  /** What is loaded with the pages that need it. */
  export const laterLoaders: Readonly<Record<LaterPart, Loaders>>;
}
