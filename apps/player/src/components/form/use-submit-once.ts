import { useRef, type SyntheticEvent } from "react";

/** A form's onSubmit that sends once at a time: a second tap while the first is under way does nothing. */
export function useSubmitOnce(submit: () => Promise<void>): (event: SyntheticEvent) => void {
  // A ref, because two taps can come before a render shows the first.
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
