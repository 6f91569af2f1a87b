import type { ReactNode } from "react";
import { create } from "zustand";

/** What is loaded after the start and stands above every page, such as results that are told. */
export const useLateOverlay = create<{ readonly overlay: ReactNode }>(() => ({ overlay: null }));
