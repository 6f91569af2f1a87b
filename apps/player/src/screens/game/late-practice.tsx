import { lazy, Suspense } from "react";
import { loadCatalog } from "../../i18n/i18n.ts";
import type { PracticeProps } from "./practice-page.tsx";

const Page = lazy(async () => {
  const [{ PracticePage }] = await Promise.all([import("./practice-page.tsx"), loadCatalog("practice")]);
  return { default: PracticePage };
});

/** Practice in place of a game, loaded when it is opened. */
export function LatePractice(props: PracticeProps) {
  return (
    <Suspense fallback={props.waiting}>
      <Page {...props} />
    </Suspense>
  );
}
