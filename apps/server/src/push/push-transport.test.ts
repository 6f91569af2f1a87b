import { expect, test } from "vitest";
import { isPublicAddress, isPushEndpoint, postToService } from "./push-transport.ts";

const SERVICES = { services: ["fcm.googleapis.com", "*.push.apple.com"] };

test.each([
  ["https://fcm.googleapis.com/fcm/send/abc", true],
  ["https://web.push.apple.com/QGu", true],
  ["https://push.apple.com/QGu", false],
  ["https://evilpush.apple.com.evil.example/", false],
  ["https://fcm.googleapis.com.evil.example/", false],
  ["https://fcm.googleapis.com:8443/", false],
  ["https://fcm.googleapis.com@10.0.0.1/", false],
  ["http://fcm.googleapis.com/", false],
  ["https://10.0.0.1/", false],
  ["file:///etc/passwd", false],
  ["nonsense", false],
])("%s is at a known push service: %s", (endpoint, known) => {
  expect(isPushEndpoint(endpoint, SERVICES)).toBe(known);
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.31.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "::ffff:127.0.0.1",
  "fe80::1",
  "fd00::1",
  "2002:7f00:1::",
  "2001:db8::1",
  "64:ff9b::a00:1",
  "not an address",
])("%s is no address of the internet", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "142.250.1.1", "2607:f8b0:4004:800::200a"])("%s is one", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test("a known name that leads into this machine is not followed", async () => {
  const sent = postToService(
    "https://localhost/x",
    { headers: {}, body: Buffer.of(1) },
    { services: ["localhost"] },
  );
  await expect(sent).rejects.toThrow("private network");
});
