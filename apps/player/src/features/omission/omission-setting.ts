import { create } from "zustand";
import { persist } from "zustand/middleware";
import { deviceStorage } from "../../session/device-storage.ts";

interface OmissionSetting {
  /** Boards show how long each number has not been drawn. Off until the reader asks for it. */
  readonly shown: boolean;
  setShown: (shown: boolean) => void;
}

const { storage } = deviceStorage<Pick<OmissionSetting, "shown">>();

/** Whether omissions are shown on boards of this device. */
export const useOmissionSetting = create<OmissionSetting>()(
  persist((set) => ({ shown: false, setShown: (shown) => set({ shown }) }), {
    name: "lotus.omission",
    version: 1,
    storage,
    partialize: ({ shown }) => ({ shown }),
  }),
);
