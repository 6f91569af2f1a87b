import { create } from "zustand";
import { persist } from "zustand/middleware";
import { deviceStorage } from "../../session/device-storage.ts";
import { useResultNews } from "../../session/result-news.ts";

/** What Chromium hands out where it can install the app; TypeScript does not know it. */
interface InstallOffer extends Event {
  readonly prompt: () => Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

declare global {
  interface Window {
    /** Stored by boot.js, since it may come before the app. */
    installOffer?: InstallOffer;
  }
}

/** How this browser installs the app: by its own dialog, by the reader's hand, or not at all. */
export type InstallWay = "dialog" | "byHand" | null;

/** Whether the app was offered on this device, and when a result was last told on it. */
interface InstallState {
  readonly offered: boolean;
  /** Epoch milliseconds. */
  readonly resultAt: number;
}

const { storage } = deviceStorage<InstallState>();

export const useInstall = create<InstallState>()(
  persist((): InstallState => ({ offered: false, resultAt: 0 }), {
    name: "lotus.install",
    version: 1,
    storage,
  }),
);

/** Notes when results are told, so that nothing is offered near one. */
export function noteResults(): void {
  useResultNews.subscribe((now, before) => {
    if (now.told.length > 0 && now.told !== before.told) useInstall.setState({ resultAt: Date.now() });
  });
}

export function installWay(): InstallWay {
  if (matchMedia("(display-mode: standalone)").matches || isStandaloneOnIos()) return null;
  if (window.installOffer !== undefined) return "dialog";
  return isIos() ? "byHand" : null;
}

/** Opens the browser's dialog; it can be opened once only. */
export async function install(): Promise<void> {
  const offer = window.installOffer;
  delete window.installOffer;
  await offer?.prompt();
}

/** iPhone and iPad, whose browsers have no dialog to install. An iPad calls itself a Mac, with touch. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/u.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

function isStandaloneOnIos(): boolean {
  return "standalone" in navigator && navigator.standalone === true;
}
