import { lazy, Suspense } from "react";
import { Rail } from "../features/frame/rail.tsx";
import type { RouteName } from "../shell/routes.ts";
import type { Frame } from "../shell/window-layout.ts";

const SettingsBeside = lazy(() =>
  import("../screens/settings/settings.tsx").then((module) => ({ default: module.SettingsBeside })),
);

/** The left of a wide window: the rail, and the list of settings beside a single one. */
export function WideFrame({ page, frame }: { page: RouteName; frame: Frame }) {
  return (
    <>
      <Rail page={page} />
      {frame === "split" && (
        <Suspense>
          <SettingsBeside current={page} />
        </Suspense>
      )}
    </>
  );
}
