import { createJSONStorage, type PersistStorage } from "zustand/middleware";

/** Storage of a store on this device. */
export interface DeviceStorage<State> {
  readonly storage: PersistStorage<State>;
  /** Whether the stored value is the last one written. If not, it is older than the state of this window. */
  readonly isWritten: () => boolean;
}

/** Persists a store in the browser's storage. Writes to a full or forbidden storage are ignored. */
export function deviceStorage<State>(): DeviceStorage<State> {
  let written = true;
  const storage = createJSONStorage<State>(() => ({
    getItem: (name) => localStorage.getItem(name),
    setItem: (name, text) => {
      try {
        localStorage.setItem(name, text);
        written = true;
      } catch {
        written = false;
      }
    },
    removeItem: (name) => localStorage.removeItem(name),
  }));
  if (storage === undefined) throw new Error("a storage that is given is there");
  return { storage, isWritten: () => written };
}
