/** Whether the host of a URL is this machine, so that nothing is sent over a network. */
export function isThisMachine(hostname: string): boolean {
  return (
    hostname === "" ||
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/u.test(hostname)
  );
}
