/** A planned death: at the n-th time the server comes by this point. For trying out what it survives. */
export interface PlannedFault {
  readonly point: string;
  readonly times: number;
}

/** Called by the server at each of its points. */
export type FaultPoint = (point: string) => void;

/**
 * The points of a server that plans to die: at the given one, for the n-th time, the process ends by SIGKILL, with
 * nothing said or written. Without a plan no point does anything.
 */
export function faultPoints(plan: PlannedFault | null): FaultPoint {
  if (plan === null) return () => undefined;
  let left = plan.times;
  return (point) => {
    if (point !== plan.point) return;
    left -= 1;
    if (left <= 0) process.kill(process.pid, "SIGKILL");
  };
}
