import { networkInterfaces } from "node:os";
import { outboxOf, type RunningHouse } from "../../apps/server/src/run.ts";

/** What a person needs to know once the demo is open. */
export function welcome(house: RunningHouse, readyAfterMs: number): string {
  const { settings } = house;
  const width = Math.max(0, ...house.demoAccounts.map(({ username }) => username.length));
  const accounts = house.demoAccounts.map(
    ({ username, password, note }) => `             ${username.padEnd(width)}  password ${password}  ${note}`,
  );
  const operators = house.demoOperators.flatMap(({ name, role, password, totpSecret, otpauthUri }) => [
    `             ${name}  ${role}, password ${password}, authenticator ${totpSecret}`,
    `             ${otpauthUri}`,
  ]);
  return [
    "",
    `  ${settings.product.title} is open: a demo with play money (ready in ${(readyAfterMs / 1000).toFixed(1)} s)`,
    "",
    `  Players    ${house.playerUrl}`,
    ...otherAddresses(house).map((address) => `             ${address}`),
    `  Desk       ${house.opsUrl}`,
    ...(operators.length === 0 ? [] : ["  Operators", ...operators]),
    ...(accounts.length === 0 ? [] : ["  Accounts", ...accounts]),
    ...(settings.smtpUrl === null ? [`  Mails      ${outboxOf(settings)}`] : []),
    "",
    "  Ctrl-C stops everything.",
    "",
  ].join("\n");
}

/** The same port for a phone in the same network, when the house listens there. */
function otherAddresses({ settings, playerUrl }: RunningHouse): string[] {
  if (settings.host !== "0.0.0.0" && settings.host !== "::") return [];
  const { port } = new URL(playerUrl);
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal)
    .map(({ address }) => `http://${address}:${port}`);
}
