import { networkInterfaces } from "node:os";
import { outboxOf, type RunningServer } from "@lotus/server/run";

/** Text printed once the demo is open; with `hot` the apps are served there and not by the server. */
export function welcome(
  server: RunningServer,
  readyAfterMs: number,
  hot?: { readonly players: string; readonly desk: string },
): string {
  const { settings } = server;
  const width = Math.max(0, ...server.demoAccounts.map(({ username }) => username.length));
  const accounts = server.demoAccounts.map(
    ({ username, password, note }) => `             ${username.padEnd(width)}  password ${password}  ${note}`,
  );
  const operators = server.demoOperators.flatMap(({ name, role, password, totpSecret }) => [
    `             ${name}  ${role}, password ${password}, code by: npm run -s operator -- code ${totpSecret}`,
  ]);
  return [
    "",
    `  ${settings.product.title} is open: a demo with play money (ready in ${(readyAfterMs / 1000).toFixed(1)} s)`,
    "",
    ...(hot === undefined
      ? [
          `  Players    ${server.playerUrl}`,
          ...otherAddresses(server).map((address) => `             ${address}`),
          ...passkeysAt(server),
          `  Desk       ${server.opsUrl}`,
        ]
      : [`  Players    ${hot.players}  (hot reload)`, `  Desk       ${hot.desk}  (hot reload)`]),
    ...(operators.length === 0 ? [] : ["  Operators", ...operators]),
    ...(accounts.length === 0 ? [] : ["  Accounts", ...accounts]),
    ...(settings.smtpUrl === null ? [`  Mails      ${outboxOf(settings)} (once one is sent)`] : []),
    "",
    "  Ctrl-C stops everything.",
    "",
  ].join("\n");
}

/** Where passkeys work, if not at the first address: browsers have them for a name and not for IP addresses. */
function passkeysAt({ settings, playerUrl }: RunningServer): string[] {
  const { passkeys } = settings;
  return passkeys === null || passkeys.origin === new URL(playerUrl).origin
    ? []
    : [`             ${passkeys.origin}  (passkeys work here)`];
}

/** Addresses for a phone in the same network, if the server listens there. */
function otherAddresses({ settings, playerUrl }: RunningServer): string[] {
  if (settings.host !== "0.0.0.0" && settings.host !== "::") return [];
  const { port } = new URL(playerUrl);
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => `http://${address}:${port}`);
}
