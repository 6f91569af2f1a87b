import { create } from "zustand";
import { persist } from "zustand/middleware";
import { deviceStorage } from "../../session/device-storage.ts";

interface KeysSetting {
  /** Keys of single characters act. Off for whoever speaks to the device, or presses keys by accident. */
  readonly on: boolean;
  setOn: (on: boolean) => void;
}

/** Whether keys act, stored on this device. */
export const useKeysSetting = create<KeysSetting>()(
  persist((set) => ({ on: true, setOn: (on) => set({ on }) }), {
    name: "lotus.keys",
    version: 1,
    storage: deviceStorage<KeysSetting>().storage,
  }),
);
