import { describe, expect, test } from "vitest";
import { networksOf } from "../settings/networks.ts";
import { addressSubject, clientAddress, networkSubject, readAddress } from "./client-address.ts";

test("an address is an IP in one form, without port and zone; anything else is none", () => {
  const same: Readonly<Record<string, readonly string[]>> = {
    "203.0.113.9": ["203.0.113.9", "203.0.113.9:443", "::ffff:203.0.113.9", "[::FFFF:cb00:7109]:80"],
    "2001:db8::1": ["2001:DB8:0:0:0:0:0:1", "[2001:db8::1]", "[2001:db8::1]:8080", "2001:db8::1%eth0"],
    "fe80::1": ["fe80::1%en0", "[fe80::1%25en0]:80"],
  };
  for (const [address, texts] of Object.entries(same))
    for (const text of texts) expect([text, readAddress(text)]).toEqual([text, address]);
  const none = [
    "",
    "unknown",
    "_hidden",
    "203.0.113",
    "203.0.113.9.",
    "203.0.113.09",
    "203.0.113.9/24",
    "1.2.3.4:x",
  ];
  for (const text of [
    ...none,
    "1.2.3.4 5.6.7.8",
    "[1.2.3.4",
    "2001:db8::1::2",
    "999.1.1.1",
    "localhost",
    "0x7f000001",
  ])
    expect([text, readAddress(text)]).toEqual([text, undefined]);
});

describe("the address of a client", () => {
  const trusted = networksOf(["10.0.0.1", "10.1.0.0/16", "fd00::/8"]) ?? null;

  test("is the peer's, whatever it forwards, unless the peer is a trusted proxy", () => {
    expect(clientAddress("198.51.100.7", "203.0.113.9", trusted)).toBe("198.51.100.7");
    expect(clientAddress("10.0.0.1", "203.0.113.9", null)).toBe("10.0.0.1");
    expect(clientAddress("::ffff:10.0.0.1", "203.0.113.9:5000", trusted)).toBe("203.0.113.9");
  });

  test("is the first that no trusted proxy has, counted from the server", () => {
    const chain = "1.1.1.1, 203.0.113.9, 10.1.2.3, [fd00::2]:99";
    expect(clientAddress("10.0.0.1", chain, trusted)).toBe("203.0.113.9");
    expect(clientAddress("10.0.0.1", ["1.1.1.1", "203.0.113.9"], trusted)).toBe("203.0.113.9");
  });

  test("is never a text that the client chose: then the proxy counts as the client", () => {
    for (const forwarded of ["me", "'; DROP TABLE player", "1.1.1.1, unknown", "", ",", "203.0.113.9, "])
      expect(clientAddress("10.0.0.1", forwarded, trusted)).toBe("10.0.0.1");
    expect(clientAddress(undefined, "203.0.113.9", trusted)).toBe("");
  });
});

test("addresses count by IPv4 address or IPv6 network of /64, and around them by /24 or /48", () => {
  const subjects = (text: string): readonly string[] => {
    const address = readAddress(text) ?? "";
    return [addressSubject(address), networkSubject(address)];
  };
  expect(subjects("203.0.113.9")).toEqual(["203.0.113.9", "203.0.113.0/24"]);
  expect(subjects("::ffff:203.0.113.9")).toEqual(["203.0.113.9", "203.0.113.0/24"]);
  expect(subjects("2001:db8:0:1::5")).toEqual(["2001:db8:0:1::/64", "2001:db8:0::/48"]);
  expect(subjects("2001:0DB8:0000:0001:aaaa:bbbb:cccc:dddd")).toEqual([
    "2001:db8:0:1::/64",
    "2001:db8:0::/48",
  ]);
  expect(subjects("::1")).toEqual(["0:0:0:0::/64", "0:0:0::/48"]);
});

test("only addresses and networks name proxies, and none names everybody", () => {
  expect(networksOf(["10.0.0.1", "10.1.0.0/16", "::1", "fd00::/8"])).toBeDefined();
  for (const text of [
    "proxy.example",
    "10.0.0.1:80",
    "10.0.0.0/33",
    "0.0.0.0/0",
    "::/0",
    "10.0.0.0/",
    "loopback",
  ])
    expect([text, networksOf([text])]).toEqual([text, undefined]);
});
