import { beforeEach, expect, test } from "vitest";
import { persistDeviceId, SESSION_STORAGE_KEY, useSession } from "./session.ts";
import { SETTINGS_STORAGE_KEY, useSettings } from "./settings.ts";

/** State of a store as persisted on this device. */
const stored = (key: string): Record<string, unknown> =>
  // Written by the store under test.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  JSON.parse(localStorage.getItem(key) ?? "{}").state as Record<string, unknown>;

beforeEach(() => {
  localStorage.clear();
  useSettings.setState(useSettings.getInitialState());
});

test("the avatar is icon_1 until another is chosen, and is kept on this device", () => {
  expect(useSettings.getState().avatar).toBe("icon_1");
  useSettings.getState().setAvatar("icon_5");
  expect(stored(SETTINGS_STORAGE_KEY)).toMatchObject({ avatar: "icon_5" });
});

test("the locale is vi-VN until another is chosen, and is kept on this device", () => {
  expect(useSettings.getState().locale).toBe("vi-VN");
  useSettings.getState().setLocale("ja-JP");
  expect(stored(SETTINGS_STORAGE_KEY)).toMatchObject({ locale: "ja-JP" });
});

test("a device has an identifier since its first visit", () => {
  persistDeviceId();
  const { deviceId } = stored(SESSION_STORAGE_KEY);
  expect(deviceId).toMatch(/^[0-9a-f]{32}$/u);
  useSession.getState().dropSession();
  expect(stored(SESSION_STORAGE_KEY)).toMatchObject({ deviceId });
});
