import { useRef, type SyntheticEvent } from "react";
import { nextPaint } from "../../shell/next-paint.ts";

/**
 * A form's onSubmit that ignores a second tap while the first request is in progress. It begins behind the frame that answers the
 * tap: validation and the request are work for several frames on a slow phone.
 */
export function useSubmitOnce(submit: () => Promise<void>): (event: SyntheticEvent) => void {
  // A ref, because a second tap can come before the first one's render.
  const underWay = useRef(false);
  return (event) => {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    void nextPaint()
      .then(submit)
      .finally(() => {
        underWay.current = false;
      });
  };
}
