import { type RouteName, specOf } from "./routes.ts";

/**
 * Whether a page is not open yet, according to the `features` of the server's configuration. Such a page shows "coming
 * soon".
 */
export function isClosed(page: RouteName, features: Readonly<Record<string, boolean>>): boolean {
  const { feature } = specOf(page);
  return feature !== undefined && features[feature] === false;
}
