import { CODES } from "@lotus/contract";
import { expect, test } from "vitest";
import { openDeskServer } from "../testing/desk-server.ts";
import { readSettings } from "./settings.ts";

/** What a server with these settings hands a login page: the name and the origin of passkeys, or a refusal. */
async function passkeysOf(environment: Record<string, string>) {
  const server = await openDeskServer(environment);
  try {
    const options = await server.player("POST", "/api/user/passkeyLoginOptions");
    const config = await server.player("GET", "/api/app/config");
    return {
      code: options.code,
      rpId: options.data?.rpId,
      at: config.data.passkeysAt,
      feature: config.data.features.passkeys,
    };
  } finally {
    await server.close();
  }
}

test("PASSKEYS, PASSKEY_RP_ID: players have passkeys under the host of PUBLIC_URL or a domain above it, or none", async () => {
  const named = { PUBLIC_URL: "https://play.house.example" };
  expect(await passkeysOf(named)).toEqual({
    code: 0,
    rpId: "play.house.example",
    at: "https://play.house.example",
    feature: true,
  });
  expect(await passkeysOf({ ...named, PASSKEY_RP_ID: "house.example" })).toMatchObject({
    rpId: "house.example",
    at: "https://play.house.example",
  });
  const off = { code: CODES.PASSKEYS_OFF, rpId: undefined, at: undefined, feature: false };
  expect(await passkeysOf({ ...named, PASSKEYS: "0" })).toEqual(off);
  // No browser has any there, so the server has none by itself.
  expect(await passkeysOf({ PUBLIC_URL: "https://192.0.2.7" })).toEqual(off);
});

const read = (environment: Record<string, string>) => readSettings(environment, "demo").passkeys;

test("a demo has passkeys under localhost, whatever its port", () => {
  expect(read({ PORT: "8120" })).toEqual({ rpId: "localhost", origin: "http://localhost:8120" });
});

test.each([
  ["an IP address", { PASSKEYS: "1", PUBLIC_URL: "https://192.0.2.7" }, /no passkeys for IP addresses/u],
  [
    "an IPv6 address",
    { PASSKEYS: "1", PUBLIC_URL: "https://[2001:db8::1]" },
    /no passkeys for IP addresses/u,
  ],
  ["no TLS", { PASSKEYS: "1", PUBLIC_URL: "http://play.house.example" }, /no passkeys without TLS/u],
  [
    "a name for an IP address",
    { PASSKEY_RP_ID: "house.example", PUBLIC_URL: "https://192.0.2.7" },
    /no passkeys for IP addresses/u,
  ],
  [
    "a name of somebody else",
    { PASSKEY_RP_ID: "other.example", PUBLIC_URL: "https://play.house.example" },
    /PASSKEY_RP_ID must be the host/u,
  ],
  [
    "a name below the host",
    { PASSKEY_RP_ID: "a.play.house.example", PUBLIC_URL: "https://play.house.example" },
    /PASSKEY_RP_ID must be the host/u,
  ],
  [
    "a name that only ends alike",
    { PASSKEY_RP_ID: "use.example", PUBLIC_URL: "https://play.house.example" },
    /PASSKEY_RP_ID must be the host/u,
  ],
  [
    "a whole top-level domain",
    { PASSKEY_RP_ID: "example", PUBLIC_URL: "https://play.house.example" },
    /PASSKEY_RP_ID must be the host/u,
  ],
  [
    "a name for passkeys that are off",
    { PASSKEY_RP_ID: "house.example", PASSKEYS: "0", PUBLIC_URL: "https://play.house.example" },
    /PASSKEY_RP_ID needs PASSKEYS=1/u,
  ],
])("the start is refused with %s, which no browser would take", (_, environment, problem) => {
  expect(() => read(environment)).toThrow(problem);
});
