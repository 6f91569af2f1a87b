/**
 * Runs work that sends a slip, or asks what became of it, alone among the windows of the browser, where it has locks: a
 * window that is opened beside must not give up what another is sending. The lock of a killed window is free at once.
 */
export async function whileSending<T>(idempotencyKey: string, work: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return work();
  return locks.request(`lotus.sending.${idempotencyKey}`, work);
}
