import { lazy, Suspense } from "react";
import { loadCatalog } from "../../i18n/i18n.ts";
import type { Break } from "./play-limits.ts";
import type { RegisterStop } from "./register-stop.ts";

const LatePage = lazy(async () => {
  const [{ BreakPage }] = await Promise.all([import("./break-page.tsx"), loadCatalog("protection")]);
  return { default: BreakPage };
});

const LateRegister = lazy(async () => {
  const [{ RegisterPage }] = await Promise.all([import("./register-page.tsx"), loadCatalog("protection")]);
  return { default: RegisterPage };
});

/** The page of a register of the licence, loaded when it closes play. */
export function LateRegisterPage({ stop }: { stop: RegisterStop }) {
  return (
    <Suspense fallback={null}>
      <LateRegister stop={stop} />
    </Suspense>
  );
}

/** The page of a break, loaded when there is one. */
export function LateBreakPage({ now }: { now: Break }) {
  return (
    <Suspense fallback={null}>
      <LatePage now={now} />
    </Suspense>
  );
}
