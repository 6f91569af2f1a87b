import { CALLS, CODES, codeName } from "@lotus/contract";
import { loadServerMessages } from "@lotus/locales/node";
import { expect, test } from "vitest";
import { apiDocs } from "./docs.ts";

/** Public calls of the API, by method and path: none of them may be removed or moved. */
const PROMISED = `
  GET  /api/agent/days                       POST /api/user/bindDigitWall
  GET  /api/agent/summary                    POST /api/user/bindEmail
  GET  /api/agent/team                       POST /api/user/bindPhone
  GET  /api/app/banners                      POST /api/user/cancelRecharge
  GET  /api/app/config                       POST /api/user/confirmPaid
  GET  /api/balance                          POST /api/user/forgotPwd
  POST /api/lottery/cancel/{orderNo}         POST /api/user/getUserInfo
  GET  /api/lottery/current/{gameCode}       GET  /api/user/getWithDrawAddrList
  GET  /api/lottery/favourites               POST /api/user/login
  POST /api/lottery/favourites               POST /api/user/logout
  GET  /api/lottery/games                    POST /api/user/makeOrder
  GET  /api/lottery/history/{gameCode}       GET  /api/user/orderList
  GET  /api/lottery/last/{gameCode}          GET  /api/user/rechargeChannels
  POST /api/lottery/order/{gameCode}         POST /api/user/refreshToken
  GET  /api/lottery/orderList/{gameCode}     POST /api/user/register
  GET  /api/lottery/proof/{gameCode}/{prizeNo}  GET  /api/user/report
  GET  /api/lottery/receipt/{orderNo}        POST /api/user/resetPwd
  GET  /api/lottery/rule/{gameCode}          GET  /api/user/sessions
  GET  /api/lottery/trend/{gameCode}         POST /api/user/sessions
  POST /api/notice/{channelId}               POST /api/user/updatePwd
  GET  /api/service/conversation             POST /api/user/updateReadCount
  POST /api/service/picture                  POST /api/user/updateTransPwd
  POST /api/service/read                     POST /api/user/userMail
  POST /api/service/write                    GET  /api/user/withdrawQuote
  POST /api/user/bindBankCard
`
  .trim()
  .split(/\s{2,}(?=GET|POST)/u)
  .map((line) => line.trim().split(/\s+/u));

const papers = apiDocs({
  title: "Lotus",
  translate: loadServerMessages(),
  calls: CALLS,
  root: "/api",
});
const textOf = (path: string): string => Buffer.from(papers.find(path)?.bytes ?? "").toString();

interface Operation {
  readonly summary: string;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly requestBody?: unknown;
}
const document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly "x-codes": Readonly<Record<string, { readonly name: string; readonly text: string }>>;
} = JSON.parse(textOf("/api/openapi.json"));

test("the document and the page tell of every promised call", () => {
  expect(PROMISED).toHaveLength(49);
  const page = textOf("/api/docs");
  for (const [method = "", path = ""] of PROMISED) {
    expect([path, document.paths[path]?.[method.toLowerCase()]?.summary]).toEqual([path, expect.any(String)]);
    expect(page).toContain(`<code>${path.replaceAll(/\{(\w+)\}/gu, ":$1")}</code>`);
  }
});

test("and of every call there is, with what it takes and the codes it may answer", () => {
  for (const [name, call] of Object.entries(CALLS)) {
    const operation = document.paths[call.path.replaceAll(/:(\w+)/gu, "{$1}")]?.[call.method.toLowerCase()];
    expect(operation, name).toMatchObject({ operationId: name, "x-refusals": call.refusals });
    expect([name, operation?.requestBody !== undefined]).toEqual([name, "body" in call]);
    for (const refusal of call.refusals)
      expect(operation?.responses["200"]?.description).toContain(String(CODES[refusal]));
  }
});

test("every code is told of once, in words", () => {
  const codes = document["x-codes"];
  expect(Object.keys(codes).toSorted()).toEqual(Object.values(CODES).map(String).toSorted());
  for (const [code, { name, text }] of Object.entries(codes)) {
    expect(name).toBe(codeName(Number(code)));
    expect(text).not.toMatch(/^(?:codes\.|$)/u);
  }
});
