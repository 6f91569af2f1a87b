import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** So long what a page is about waits for the rest of it. */
const TIMEOUT_MS = 3_000;

type Asked = Pick<UseQueryResult, "isPending" | "isFetching" | "failureCount">;

/** Whether a query has its answer, failed once, or is not asked at all: without a network, or for want of a login. */
const isSettled = ({ isPending, isFetching, failureCount }: Asked): boolean =>
  !isPending || !isFetching || failureCount > 0;

/**
 * Whether the parts of a page are shown: from when what it is about and the others have settled, and from then on. A part that
 * came later than what stands below it would move that away from under a finger. An answer that hangs holds nothing up for long.
 */
export function useShownTogether(main: Asked, ...others: readonly Asked[]): boolean {
  const [isShown, setShown] = useState(false);
  const isDue = isShown || [main, ...others].every(isSettled);
  if (isDue !== isShown) setShown(true);
  const isWaiting = !isDue && isSettled(main);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setShown(true), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isDue;
}
