import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { Recorder } from "../histories/history.ts";
import { LoadClient } from "../load/client.ts";
import type { LoadPlayer } from "../load/players.ts";
import { Clients } from "./clients.ts";

const PLAYER: LoadPlayer = { username: "ann", address: "10.0.0.1", token: "t", jwt: "" };
const MARK = "00000001-0/1A2B3C";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let client: LoadClient;
afterEach(() => {
  client.close();
  server.close();
});

/** A server that answers request by request as it is told; the paths that it was asked for. */
async function serve(
  ...answers: readonly Answer[]
): Promise<{ readonly clients: Clients; readonly asked: string[]; readonly recorder: Recorder }> {
  const asked: string[] = [];
  const left = [...answers];
  server = createServer((request, response) => {
    asked.push(`${request.url} ${String(request.headers["freshness"] ?? "-")}`);
    request.resume().on("end", () => left.shift()?.(request, response));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  client = new LoadClient(port, 4);
  let now = 0;
  const recorder = new Recorder(() => (now += 1));
  return { clients: new Clients(client, recorder, 0), asked, recorder };
}

const envelope =
  (status: number, code: number, data: unknown = null, freshness?: string): Answer =>
  (_request, response) =>
    response
      .writeHead(status, freshness === undefined ? {} : { freshness })
      .end(JSON.stringify({ code, msg: "", data }));
const cut: Answer = (request) => void request.socket.destroy();
const page: Answer = (_request, response) => response.writeHead(502).end("<html>Bad gateway</html>");

const ends: string[] = [];
const bet = {
  player: PLAYER,
  key: "k1",
  path: "/api/bet",
  what: "bet",
  steps: [{ kind: "append", list: "a", value: "x" }],
  accepted: (data: unknown) => void ends.push(`accepted ${String(data)}`),
  refused: (code: number) => void ends.push(`refused ${code}`),
} as const;
afterEach(() => void ends.splice(0));

test("asks again under the same key until there is an outcome, and counts every answer by its kind", async () => {
  const { clients, asked, recorder } = await serve(cut, page, envelope(503, 9503), envelope(200, 0, 7));
  await clients.write(bet);
  expect(asked).toHaveLength(4);
  expect(ends).toEqual(["accepted 7"]);
  expect(Object.fromEntries(clients.answers)).toEqual({
    "no connection": 1,
    "no envelope": 1,
    "503/9503": 1,
    "200/0": 1,
  });
  expect(recorder.history()).toMatchObject([{ outcome: "ok", steps: bet.steps }]);
});

test("takes the first refusal for final, and settles one that follows a try without an answer", async () => {
  const refused = await serve(envelope(200, 3005));
  await refused.clients.write(bet);
  expect([ends, refused.recorder.history()[0]?.outcome]).toEqual([["refused 3005"], "fail"]);
  server.close();
  client.close();

  const settled = await serve(cut, envelope(200, 3005), envelope(200, 0, { state: "done", data: 8 }));
  await settled.clients.write(bet);
  expect(settled.asked.map((line) => line.split(" ")[0])).toEqual([
    "/api/bet",
    "/api/bet",
    "/api/user/settleOutcome",
  ]);
  expect([ends.at(-1), settled.recorder.history()[0]?.outcome]).toEqual(["accepted 8", "ok"]);
});

test("leaves a call open when they are patient no more, and ends it when asked again", async () => {
  const { clients, recorder } = await serve(cut, envelope(200, 401), envelope(200, 0, 9));
  clients.isPatient = false;
  await clients.write(bet);
  expect([clients.open.size, recorder.history()[0]?.outcome]).toEqual([1, "unknown"]);
  // A session that has to be renewed says nothing of the call.
  expect([await clients.askAgain(), clients.open.size]).toEqual([1, 1]);
  expect([await clients.askAgain(), clients.open.size, ends]).toEqual([1, 0, ["accepted 9"]]);
});

test("a read shows the mark of the last write, and none while the outcome of a write is open", async () => {
  const { clients, asked } = await serve(
    envelope(200, 0, 1, MARK),
    envelope(200, 0, []),
    cut,
    envelope(200, 0, []),
  );
  await clients.write(bet);
  await clients.read(PLAYER, "/api/list");
  clients.isPatient = false;
  await clients.write({ ...bet, key: "k2" });
  await clients.read(PLAYER, "/api/list");
  expect(asked).toEqual(["/api/bet -", `/api/list ${MARK}`, "/api/bet -", "/api/list -"]);
});

test("goes on at the next of several addresses when one refuses the connection", async () => {
  const { asked } = await serve(envelope(200, 0, 1), envelope(200, 0, 1));
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const closed = createServer();
  await new Promise<void>((resolve) => void closed.listen(0, "127.0.0.1", resolve));
  const { port: refusing } = closed.address() as AddressInfo;
  await new Promise<void>((resolve) => void closed.close(() => resolve()));
  const several = new LoadClient([refusing, port], 2);
  expect((await several.send({ path: "/a" })).code).toBe(0);
  expect((await several.send({ path: "/b" })).code).toBe(0);
  expect(asked).toHaveLength(2);
  several.close();
});
