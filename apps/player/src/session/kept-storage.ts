import { createJSONStorage, type PersistStorage } from "zustand/middleware";

/** Where a store is kept on this device. */
export interface KeptStorage<State> {
  readonly storage: PersistStorage<State>;
  /** Whether what stands there is the last that was written: if not, it is older than what this window knows. */
  readonly isWritten: () => boolean;
}

/** The browser's storage as a store is kept in it. A full or forbidden one takes nothing and stops nobody. */
export function keptStorage<State>(): KeptStorage<State> {
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
