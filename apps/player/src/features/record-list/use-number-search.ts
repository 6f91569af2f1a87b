import { useState } from "react";

/** A search by number: whether its field is open, and the number that is looked for. */
export function useNumberSearch() {
  const [open, setOpen] = useState(false);
  const [orderNo, find] = useState<string | undefined>();
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
