import bcd from "@mdn/browser-compat-data" with { type: "json" };
import type { CompatStatement, Identifier, SupportStatement } from "@mdn/browser-compat-data/types";
import type { Floor } from "../../apps/player/build/floor.ts";

/** What the browsers of a floor lack, by the name that source text has for it; values are paths in MDN's data. */
export interface NewerFeatures {
  /** `CompressionStream`, `scheduler` */
  readonly globals: ReadonlyMap<string, string>;
  /** `URL.canParse`, `Intl.Segmenter`, `navigator.connection` */
  readonly statics: ReadonlyMap<string, string>;
  /** `CSS.escape`: what all of them have */
  readonly oldStatics: ReadonlySet<string>;
  /** `toSorted`: names that no older method has, of any object */
  readonly methods: ReadonlyMap<string, string>;
  /** Whether the path of a feature exists and a browser of the floor lacks it. */
  isNewer(...path: readonly string[]): boolean;
}

/** Objects that every page has once, with their interfaces: their members are checked as statics are. */
const SINGLETONS: Readonly<Record<string, readonly string[]>> = {
  navigator: ["Navigator"],
  document: ["Document", "Node", "EventTarget"],
  window: ["Window", "EventTarget"],
  performance: ["Performance", "EventTarget"],
  crypto: ["Crypto"],
  history: ["History"],
  location: ["Location"],
  screen: ["Screen", "EventTarget"],
};

// The data is a tree of features.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const ROOT_OF_DATA = bcd as unknown as Identifier;

/** Types whose methods are checked by their name alone, since a script does not say of what type an object is. */
const TYPES_OF_METHODS =
  /^javascript\.builtins\.(?!Temporal|Intl|\w*DisposableStack)|^api\.(?:Element|HTML(?:Input|Select|Form|Dialog|Image|Media)?Element|Document|Node|AbortSignal|Animation|Blob|Response|Request|Headers|FormData|URLSearchParams)\./u;

/** Every feature of MDN's data that is newer than a floor. */
export function newerThan(floor: Floor): NewerFeatures {
  const lacks = (feature: Identifier | undefined): boolean => {
    // The name is MDN's.
    // oxlint-disable-next-line no-underscore-dangle
    const statement = feature?.__compat;
    return statement !== undefined && isLacking(statement, floor);
  };
  const found = (...path: readonly string[]): Identifier | undefined => {
    let place: Identifier | undefined = ROOT_OF_DATA;
    for (const name of path)
      place = place !== undefined && Object.hasOwn(place, name) ? place[name] : undefined;
    return place;
  };
  const namesIn = (...path: readonly string[]): string[] =>
    Object.keys(found(...path) ?? {}).filter((name) => !name.startsWith("__"));

  const named = new NamedFeatures((path) => lacks(found(...path.split("."))));
  for (const type of namesIn("api")) {
    named.add("globals", type, `api.${type}`);
    for (const member of namesIn("api", type)) {
      const path = `api.${type}.${member}`;
      if (member.endsWith("_static")) named.add("statics", `${type}.${member.slice(0, -7)}`, path);
      else if (!member.endsWith("_event")) {
        named.add("methods", member, path);
        if (type === "Window") named.add("globals", member, path);
      }
    }
  }
  for (const [object, types] of Object.entries(SINGLETONS))
    for (const type of types)
      for (const member of namesIn("api", type))
        named.add("statics", `${object}.${member}`, `api.${type}.${member}`);
  for (const type of namesIn("javascript", "builtins")) {
    named.add("globals", type, `javascript.builtins.${type}`);
    for (const member of namesIn("javascript", "builtins", type)) {
      const path = `javascript.builtins.${type}.${member}`;
      named.add("statics", `${type}.${member}`, path);
      named.add("methods", member, path);
      for (const inner of namesIn("javascript", "builtins", type, member))
        named.add("methods", inner, `${path}.${inner}`);
    }
  }
  return {
    globals: named.newer("globals"),
    statics: named.newer("statics"),
    oldStatics: named.old("statics"),
    methods: named.newer("methods"),
    isNewer: (...path) => lacks(found(...path)),
  };
}

type Kind = "globals" | "statics" | "methods";

/** Names with the features they may mean: a name is newer only if all of these are. */
class NamedFeatures {
  readonly #paths = new Map<Kind, Map<string, string[]>>();
  readonly #lacks: (path: string) => boolean;

  constructor(lacks: (path: string) => boolean) {
    this.#lacks = lacks;
  }

  add(kind: Kind, name: string, path: string): void {
    const names = this.#paths.get(kind) ?? new Map<string, string[]>();
    this.#paths.set(kind, names);
    names.set(name, [...(names.get(name) ?? []), path]);
  }

  old(kind: Kind): ReadonlySet<string> {
    const old = [...(this.#paths.get(kind) ?? [])].filter(([, paths]) => !paths.every(this.#lacks));
    return new Set(old.map(([name]) => name));
  }

  newer(kind: Kind): ReadonlyMap<string, string> {
    const newer = new Map<string, string>();
    for (const [name, paths] of this.#paths.get(kind) ?? []) {
      const path = paths.find((each) => kind !== "methods" || TYPES_OF_METHODS.test(each));
      if (path !== undefined && paths.every(this.#lacks)) newer.set(name, path);
    }
    return newer;
  }
}

/** Whether a browser of the floor lacks a feature. */
function isLacking({ support }: CompatStatement, floor: Floor): boolean {
  const { chrome, firefox, safari } = floor;
  return !(
    has(support.chrome, chrome) &&
    has(support.chrome_android, chrome) &&
    has(support.firefox, firefox) &&
    has(support.firefox_android, firefox) &&
    has(support.safari, safari) &&
    has(support.safari_ios, safari)
  );
}

function has(support: SupportStatement | undefined, version: string): boolean {
  // What the data does not know is no reason to refuse a feature.
  if (support === undefined) return true;
  return [support]
    .flat()
    .some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
        flags === undefined &&
        prefix === undefined &&
        other === undefined &&
        typeof added === "string" &&
        added !== "preview" &&
        !isOlder(version, added) &&
        (typeof removed !== "string" || isOlder(version, removed)),
    );
}

/** Whether version `a` is before version `b`, such as "16.0" and "16.4". */
function isOlder(a: string, b: string): boolean {
  const [as, bs] = [a, b].map((text) => text.replace("≤", "").split(".").map(Number));
  for (let place = 0; place < 3; place += 1) {
    const difference = (as?.[place] ?? 0) - (bs?.[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
