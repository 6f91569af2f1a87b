import { lazy, Suspense } from "react";
import { loadCatalog } from "../../i18n/i18n.ts";
import type { Break } from "./play-limits.ts";

const LatePage = lazy(async () => {
  const [{ BreakPage }] = await Promise.all([import("./break-page.tsx"), loadCatalog("protection")]);
  return { default: BreakPage };
});

/** The page of a break, loaded when there is one. */
export function LateBreakPage({ now }: { now: Break }) {
  return (
    <Suspense fallback={null}>
      <LatePage now={now} />
    </Suspense>
  );
}
