import createCache, { type EmotionCache } from "@emotion/cache";

/** The part of emotion's StyleSheet that its cache and global styles use. */
type EmotionSheet = EmotionCache["sheet"];

/**
 * Holds the rules that components create at run time. The content security policy forbids style elements, so the rules
 * go into a constructed stylesheet that the document adopts: no `unsafe-inline`, no nonce, the same policy as the
 * players' app.
 */
export class AdoptedSheet {
  readonly key: string;
  readonly container: Node = document.head;
  readonly nonce = undefined;
  readonly isSpeedy = true;
  /**
   * Global styles look here for the element to be inserted before; there is none, but its length says whether there are
   * rules.
   */
  tags: { readonly nextElementSibling: null }[] = [];
  before: unknown = null;
  private sheet: CSSStyleSheet | undefined;

  constructor({ key }: { readonly key: string }) {
    this.key = key;
  }

  /** Not used: there is no server-side rendering. */
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
  // Emotion's class has private members, so no other class is assignable to it; only the class itself uses them.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  cache.sheet = new AdoptedSheet({ key: "desk" }) as unknown as EmotionSheet;
  return cache;
}
