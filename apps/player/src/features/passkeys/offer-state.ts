import { create } from "zustand";
import { persist } from "zustand/middleware";
import { deviceStorage } from "../../session/device-storage.ts";

interface OfferState {
  /** A passkey was offered on this device: never again. */
  readonly offered: boolean;
  /** The player has just logged in with a password; not stored. */
  readonly due: boolean;
  /** The offer is on the screen. */
  readonly shown: boolean;
}

const { storage } = deviceStorage<Pick<OfferState, "offered">>();

/** Whether a passkey is to be offered: once on each device, after a login with a password. */
export const usePasskeyOffer = create<OfferState>()(
  persist((): OfferState => ({ offered: false, due: false, shown: false }), {
    name: "lotus.passkeys",
    version: 1,
    storage,
    partialize: ({ offered }) => ({ offered }),
  }),
);
