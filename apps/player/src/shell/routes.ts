import { PAGE_PATHS, PAGES, type PageName, type PageQuery, type PageSpec } from "@lotus/contract/pages";
import type { MessageKey } from "@lotus/locales";

export type { PageName as RouteName, PageQuery as RouteQuery };

/** Query parameters of any page, each validated by its route. */
export type AnyQuery = Readonly<Record<string, unknown>>;

/** What every screen is given: its checked query parameters. */
export interface ScreenProps<Query = object> {
  readonly query: Query;
}

/** A page of the app without its particular query type. */
export interface RouteSpec extends PageSpec {
  readonly title: MessageKey;
}

/** Every page of the app. The address of a page is `href(name, query)`. */
export const ROUTES: Readonly<Record<PageName, RouteSpec>> = PAGES;

/** The tab pages in the order of the tab bar. */
export const TABS = ["home", "service", "lobby", "mine"] as const satisfies readonly PageName[];
export type TabName = (typeof TABS)[number];

/** The address of a page: `href("game", { code: "FFC" })`. Undefined parameters are left out. */
export function href<Name extends PageName>(name: Name, query?: PageQuery<Name>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (typeof value === "string") search.set(key, value);
  }
  const text = search.toString();
  return text === "" ? ROUTES[name].path : `${ROUTES[name].path}?${text}`;
}

/** A parsed address. */
export interface Destination {
  readonly name: PageName;
  readonly query: AnyQuery;
  /** Path and query, as in the address bar. */
  readonly url: string;
}

/** The page of a same-origin address, or undefined. Query parameters that do not fit are dropped. */
export function resolve(url: string, origin: string): Destination | undefined {
  const parsed = parsedUrl(url, origin);
  if (parsed?.origin !== origin) return undefined;
  const path = parsed.pathname.length > 1 ? parsed.pathname.replace(/\/$/u, "") : parsed.pathname;
  const name = PAGE_PATHS.get(path);
  if (name === undefined) return undefined;
  return { name, query: checkedQuery(name, parsed.searchParams), url: path + parsed.search };
}

/** Browsers of the floor have no `URL.canParse`. */
function parsedUrl(url: string, origin: string): URL | undefined {
  try {
    return new URL(url, origin);
  } catch {
    return undefined;
  }
}

function checkedQuery(name: PageName, given: URLSearchParams): AnyQuery {
  const params = ROUTES[name].query;
  const values: Record<string, string> = {};
  for (const [key, value] of given) {
    if (Object.hasOwn(params, key) && params[key]?.(value) === true) values[key] = value;
  }
  return values;
}

/** The specification of a page. */
export function specOf(name: PageName): RouteSpec {
  return ROUTES[name];
}
