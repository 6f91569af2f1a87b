import createCache, { type EmotionCache } from "@emotion/cache";

/** The part of emotion's StyleSheet that its cache and its global styles ask for. */
type EmotionSheet = EmotionCache["sheet"];

/**
 * A place for the rules that components make while the page runs. The strict page forbids style elements, so the
 * rules go into a constructed sheet that the document adopts: no `unsafe-inline`, no nonce, the same policy as
 * the players' app.
 */
export class AdoptedSheet {
  readonly key: string;
  readonly container: Node = document.head;
  readonly nonce = undefined;
  readonly isSpeedy = true;
  /** Global styles look here for the element they must stand before; there is none, only whether there are rules. */
  tags: { readonly nextElementSibling: null }[] = [];
  before: unknown = null;
  private sheet: CSSStyleSheet | undefined;

  constructor({ key }: { readonly key: string }) {
    this.key = key;
  }

  /** Nothing is rendered on a server. */
  hydrate(): void {}

  insert(rule: string): void {
    const sheet = (this.sheet ??= this.adopt());
    try {
      sheet.insertRule(rule, sheet.cssRules.length);
    } catch {
      // A selector of another browser engine, such as `::-moz-focus-inner`, may be dropped.
    }
  }

  flush(): void {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.sheet);
    this.sheet = undefined;
    this.tags = [];
  }

  private adopt(): CSSStyleSheet {
    const sheet = new CSSStyleSheet();
    // Global styles come first, so that a component's own rules win.
    document.adoptedStyleSheets = this.key.endsWith("-global")
      ? [sheet, ...document.adoptedStyleSheets]
      : [...document.adoptedStyleSheets, sheet];
    this.tags = [{ nextElementSibling: null }];
    return sheet;
  }
}

/** Emotion's cache with an adopted sheet in place of its style elements. */
export function adoptedCache(): EmotionCache {
  const cache = createCache({ key: "desk" });
  // Emotion's class has private members, so no other class is one of it; those members are used by itself alone.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  cache.sheet = new AdoptedSheet({ key: "desk" }) as unknown as EmotionSheet;
  return cache;
}
