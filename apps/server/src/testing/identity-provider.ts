import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../../../tools/identity-provider/provider.ts", import.meta.url));
const TOKEN = "a token of the provider";

/** The simulated provider of identities, in a process of its own. */
export interface SimulatedProvider {
  /** The settings by which a server asks it. */
  readonly settings: { readonly IDENTITY_PROVIDER_URL: string; readonly IDENTITY_PROVIDER_TOKEN: string };
  stop(): Promise<void>;
}

/** Starts it in one of its modes. */
export async function startProvider(mode: "right" | "silent" | "slow" | "lying"): Promise<SimulatedProvider> {
  const token = TOKEN.replaceAll(" ", "-");
  const child = spawn(process.execPath, [PROGRAM, "--port", "0", "--token", token, "--mode", mode], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed]: unknown[] = await once(child.stdout, "data");
  const [url = ""] = String(printed).split(" ");
  return {
    settings: { IDENTITY_PROVIDER_URL: url, IDENTITY_PROVIDER_TOKEN: token },
    stop: async () => {
      const ended = once(child, "exit");
      child.kill();
      await ended;
    },
  };
}
