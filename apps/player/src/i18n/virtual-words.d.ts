/** Made by build/words.ts: one loader a locale, which brings the loaders of that locale's later parts. */
declare module "virtual:words" {
  import type { Messages } from "@lingui/core";
  import type { LaterPart, Locale } from "@lotus/locales";

  /** A chunk of words. */
  export interface Catalogue {
    readonly messages: Messages;
  }
  /** Loaders of what comes with the pages that need it. */
  export type LaterLoaders = Readonly<Record<LaterPart, () => Promise<Catalogue>>>;
  /** Loaders of the app's own areas. */
  export const loaders: Readonly<Record<Locale, () => Promise<Catalogue & { readonly later: LaterLoaders }>>>;
}
