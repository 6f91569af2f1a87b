import { createServer } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { freePort } from "../testing/free-port.ts";
import { cannotListen, tryAddresses } from "./listening.ts";

const HOST = "127.0.0.1";
const PLAYERS = { host: "HOST", port: "PORT" };
const DESK = { host: "DESK_HOST", port: "DESK_PORT" };

test("every port that is taken is named in one line, and a free one stays free", async () => {
  const holder = createServer();
  const port = await freePort();
  const address = { host: HOST, port };
  await tryAddresses([{ ...address, names: PLAYERS }]);
  await once(holder.listen(port, HOST), "listening");
  await expect(
    tryAddresses([
      { ...address, names: PLAYERS },
      { host: HOST, port: 0 },
      { ...address, names: DESK },
    ]),
  ).rejects.toThrow(
    `port ${port} is taken: stop what listens there, or set PORT to another; port ${port} is taken: stop what listens there, or set DESK_PORT to another`,
  );
  await expect(tryAddresses([address])).rejects.toThrow(/^port \d+ is taken: stop what listens there$/u);
  holder.close();
});

test.each([
  ["EACCES", "not allowed to listen on port 80: set DESK_PORT above 1023"],
  ["EADDRNOTAVAIL", "this machine cannot listen on 203.0.113.1: set DESK_HOST to an address that it has"],
  ["EMFILE", "listen EMFILE"],
])("a failure to listen by %s says what to do, if anything can be done", (code, message) => {
  const error = Object.assign(new Error(`listen ${code}`), { code });
  expect(cannotListen(error, { host: "203.0.113.1", port: 80, names: DESK })).toHaveProperty(
    "message",
    message,
  );
});
