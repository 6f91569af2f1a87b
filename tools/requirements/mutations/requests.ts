import type { Mutation } from "../mutation.ts";

const APP = "apps/player/src";
const CALLS = "packages/contract/calls";

/** Section 7: the calls, and how they are made. */
export const REQUESTS: readonly Mutation[] = [
  {
    row: "7.02",
    breaks: "requests do not say in which language",
    file: "packages/client/exchange.ts",
    from: "= { LANGUAGE: locale };",
    to: "= {};",
  },
  {
    row: "7.03",
    breaks: "an empty token is sent",
    file: "packages/client/exchange.ts",
    from: 'if (token !== "") headers["Token"]',
    to: 'headers["Token"]',
  },
  {
    row: "7.04",
    breaks: "the API waits six seconds",
    file: `${APP}/api/remote-config.ts`,
    from: "apiTimeoutMs: 5000",
    to: "apiTimeoutMs: 6000",
  },
  {
    row: "7.05",
    breaks: "the API's time-out cannot be set",
    file: `${APP}/session/api.ts`,
    from: "timeoutMs: () => remoteConfig.apiTimeoutMs",
    to: "timeoutMs: () => 5000",
  },
  {
    row: "7.06",
    breaks: "the helper waits half a minute",
    file: `${APP}/api/remote-config.ts`,
    from: "requestTimeoutMs: 60_000",
    to: "requestTimeoutMs: 30_000",
  },
  {
    row: "7.07",
    breaks: "query keys lose their capitals and gain nothing",
    file: "packages/contract/client.ts",
    from: "`_${letter.toLowerCase()}`",
    to: "letter.toLowerCase()",
  },
  {
    row: "7.08",
    breaks: "any HTTP status is success",
    file: "packages/client/api-client.ts",
    from: "return ok && body.code === CODES.OK;",
    to: "return body.code === CODES.OK;",
  },
  {
    row: "7.10",
    breaks: "registration has another path",
    file: `${CALLS}/user/register.ts`,
    from: '"/api/user/register"',
    to: '"/api/user/signup"',
  },
  {
    row: "7.16",
    breaks: "the old password has another name",
    file: `${CALLS}/user/update-pwd.ts`,
    from: "old_pwd: presentedPassword",
    to: "old_password: presentedPassword",
  },
  {
    row: "7.20",
    breaks: "the balance is posted",
    file: `${CALLS}/balance/balance.ts`,
    from: 'method: "GET"',
    to: 'method: "POST"',
  },
  {
    row: "7.22",
    breaks: "the phone has another name",
    file: `${CALLS}/user/bind-phone.ts`,
    from: "z.strictObject({ phone,",
    to: "z.strictObject({ number: phone,",
  },
  {
    row: "7.29",
    breaks: "a wallet is bound elsewhere",
    file: `${CALLS}/user/bind-digit-wall.ts`,
    from: '"/api/user/bindDigitWall"',
    to: '"/api/user/bindWallet"',
  },
  {
    row: "7.32",
    breaks: "bets are listed elsewhere",
    file: `${CALLS}/lottery/order-list.ts`,
    from: '"/api/lottery/orderList/:gameCode"',
    to: '"/api/lottery/orders/:gameCode"',
  },
  {
    row: "7.44",
    breaks: "TRACE is handed to the browser",
    file: `${APP}/api/request.ts`,
    from: 'if (method === "TRACE" || method === "CONNECT")',
    to: 'if (method === "CONNECT")',
  },
  {
    row: "7.47",
    breaks: "JSON is sent as plain text",
    file: `${APP}/api/request.ts`,
    from: '"Content-Type", "application/json"',
    to: '"Content-Type", "text/plain"',
  },
];
