/** A planned crash when the server passes this point for the n-th time, to test recovery. */
export interface PlannedFault {
  readonly point: string;
  readonly times: number;
}

/** Called by the server at each fault point. */
export type FaultPoint = (point: string) => void;

/**
 * Fault points that end the process by SIGKILL at the planned one, without any log line or flush. Without a plan they
 * do nothing.
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
