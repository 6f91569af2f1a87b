import { once } from "node:events";
import { createServer } from "node:net";
import type { Settings } from "../settings/settings.ts";
import { StartupError } from "../settings/startup-error.ts";

/** Where a port listens; `names` are the settings that say so, if any do. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly names?: { readonly host: string; readonly port: string };
}

/** The addresses of the players' port and of the operator's. */
export function addressesOf(settings: Settings): Readonly<Record<"player" | "ops", ListenAddress>> {
  const { host, port, deskHost, deskPort } = settings;
  return {
    player: { host, port, names: { host: "HOST", port: "PORT" } },
    ops: { host: deskHost, port: deskPort, names: { host: "DESK_HOST", port: "DESK_PORT" } },
  };
}

/** Listens on each for a moment. @throws StartupError that names all where that fails */
export async function tryAddresses(addresses: readonly ListenAddress[]): Promise<void> {
  const errors = (await Promise.allSettled(addresses.map((address) => tryAddress(address)))).flatMap(
    (outcome): unknown[] => (outcome.status === "rejected" ? [outcome.reason] : []),
  );
  const messages = errors.map((error) => {
    if (error instanceof StartupError) return error.message;
    throw error;
  });
  if (messages.length > 0) throw new StartupError(messages.join("; "));
}

async function tryAddress(address: ListenAddress): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ host: address.host, port: address.port }), "listening");
  } catch (error) {
    throw cannotListen(error, address);
  }
  await once(server.close(), "close");
}

/** A failure to listen as the StartupError that says what to do, or as it is. */
export function cannotListen(error: unknown, { host, port, names }: ListenAddress): unknown {
  const code = error instanceof Error && "code" in error ? error.code : "";
  if (code === "EADDRINUSE") {
    const other = names === undefined ? "" : `, or set ${names.port} to another`;
    return new StartupError(`port ${port} is taken: stop what listens there${other}`);
  }
  if (names === undefined) return error;
  if (code === "EACCES")
    return new StartupError(`not allowed to listen on port ${port}: set ${names.port} above 1023`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new StartupError(
      `this machine cannot listen on ${host}: set ${names.host} to an address that it has`,
    );
  return error;
}
