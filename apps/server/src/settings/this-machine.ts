/** Whether a host of a URL is this very machine, so that what is sent there passes no network. */
export function isThisMachine(hostname: string): boolean {
  return (
    hostname === "" ||
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/u.test(hostname)
  );
}
