import { useRef, type SyntheticEvent } from "react";

/** A form's onSubmit that ignores a second tap while the first request is in progress. */
export function useSubmitOnce(submit: () => Promise<void>): (event: SyntheticEvent) => void {
  // A ref, because a second tap can come before the first one's render.
  const underWay = useRef(false);
  return (event) => {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    void submit().finally(() => {
      underWay.current = false;
    });
  };
}
