/** Made by build/words.ts: one loader a locale. */
declare module "virtual:words" {
  import type { Messages } from "@lingui/core";
  import type { Locale } from "@lotus/locales";

  type Loaders = Readonly<Record<Locale, () => Promise<{ messages: Messages }>>>;
  /** The app's own areas. */
  export const loaders: Loaders;
  /** The game guide and the legal texts. */
  export const guideLoaders: Loaders;
}
