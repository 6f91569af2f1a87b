const KEY = "lotus.limitsOffer";

/** Whether the offer of limits to who has just registered in this window is still open: it outlasts a reload. */
export const openOffer = {
  begin: () => {
    try {
      sessionStorage.setItem(KEY, "open");
    } catch {
      // The recharge page offers limits too.
    }
  },
  isOpen: () => sessionStorage.getItem(KEY) !== null,
  end: () => sessionStorage.removeItem(KEY),
} as const;
