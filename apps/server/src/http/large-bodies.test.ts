import { connect } from "node:net";
import { defineCall } from "@lotus/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { accept, bind } from "./handler.ts";
import { LargeBodies } from "./large-bodies.ts";
import { buildTestServer } from "../testing/http-server.ts";

test("an asker has two large bodies at a time, all have thirty-two, and a place comes back once", () => {
  const bodies = new LargeBodies();
  const [first, second] = [bodies.take("a"), bodies.take("a")];
  expect([first, second].every((place) => place !== null)).toBe(true);
  expect(bodies.take("a")).toBeNull();
  first?.();
  first?.();
  expect(bodies.take("a")).not.toBeNull();
  expect(bodies.take("a")).toBeNull();
  const others = Array.from({ length: 40 }, (_, n) => bodies.take(`b${n}`));
  expect(others.filter((place) => place !== null)).toHaveLength(30);
  expect(LargeBodies.isLarge(undefined) || LargeBodies.isLarge(32 * 1024)).toBe(false);
  expect(LargeBodies.isLarge(3_000_000)).toBe(true);
});

test("refuses the third large body of a slow sender at its head", async () => {
  const call = defineCall({
    method: "POST",
    path: "/api/large",
    summary: "",
    auth: "public",
    rate: "read",
    bodyLimitBytes: 1_000_000,
    body: z.strictObject({}),
    data: z.null(),
    refusals: [],
  });
  const { fastify } = buildTestServer({ calls: [bind(call, () => accept(null))] });
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  const [address] = fastify.addresses();
  const send = () => {
    const socket = connect(typeof address === "object" ? address.port : 0, "127.0.0.1");
    const received = { text: "" };
    socket.on("data", (part) => {
      received.text += part.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.write(
      "POST /api/large HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{",
    );
    return { socket, received };
  };
  const slow = [send(), send()];
  // Their heads are read before the third request is sent.
  await expect
    .poll(() => fastify.server.listening && slow.every(({ socket }) => socket.bytesWritten > 0))
    .toBe(true);
  await expect
    .poll(async () => {
      const third = send();
      await new Promise((resolve) =>
        third.socket
          .once("data", resolve)
          .once("close", resolve)
          .setTimeout(200, () => resolve(null)),
      );
      third.socket.destroy();
      return third.received.text.slice(0, 12);
    })
    .toBe("HTTP/1.1 429");
  for (const { socket, received } of slow) {
    expect(received.text).toBe("");
    socket.destroy();
  }
  await fastify.close();
});
