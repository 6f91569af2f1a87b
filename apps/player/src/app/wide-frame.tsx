import { lazy, Suspense, useEffect } from "react";
import { followKeys } from "../features/keys/follow-keys.ts";
import { showKeys } from "../features/keys/show-keys.tsx";
import { Rail } from "../features/frame/rail.tsx";
import type { RouteName } from "../shell/routes.ts";
import type { Frame } from "../shell/window-layout.ts";

const SettingsBeside = lazy(() =>
  import("../screens/settings/settings.tsx").then((module) => ({ default: module.SettingsBeside })),
);

/** The left of a wide window: the rail, and the list of settings beside a single one. */
export function WideFrame({ page, frame }: { page: RouteName; frame: Frame }) {
  // At once, so that even the first key acts.
  useEffect(() => followKeys(), []);
  return (
    <>
      <Rail page={page} onKeys={showKeys} />
      {frame === "split" && (
        <Suspense>
          <SettingsBeside current={page} />
        </Suspense>
      )}
    </>
  );
}
