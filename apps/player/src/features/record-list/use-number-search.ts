import { useState } from "react";

/** A search by number: whether its field is open, and the number that is looked for; a first one is looked for at once. */
export function useNumberSearch(first?: string) {
  const [open, setOpen] = useState(first !== undefined);
  const [orderNo, find] = useState(first);
  return {
    open,
    orderNo: open ? orderNo : undefined,
    find,
    /** Opens the field, or closes it and shows all records again. */
    toggle: () => {
      setOpen(!open);
      find(undefined);
    },
  };
}
