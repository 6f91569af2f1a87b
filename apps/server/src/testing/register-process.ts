import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** State of a simulated register, as its /control tells it. */
export interface RegisterState {
  readonly mode: string;
  readonly questions: number;
  readonly asked: readonly Readonly<Record<string, unknown>>[];
  /** Of the deposit register. */
  readonly orders?: readonly {
    readonly orderNo: string;
    readonly amount: string;
    readonly state: string;
    readonly step: number;
    readonly account: string | null;
  }[];
}

/** A simulated register that runs as a process of its own. */
export interface RegisterProcess {
  readonly url: string;
  /** Changes how it behaves; see tools/registers. */
  control(change: object): Promise<RegisterState>;
  state(): Promise<RegisterState>;
  /** Ends it at once, as a machine that fails does. */
  kill(): Promise<void>;
}

const ROOT = join(import.meta.dirname, "../../../..");

/** Starts a register on a free port, or on the given one. */
export async function startRegister(
  kind: "exclusion" | "deposits",
  { port = 0, token }: { readonly port?: number; readonly token?: string } = {},
): Promise<RegisterProcess> {
  const child = spawn(
    join(ROOT, "ops/node"),
    [join(ROOT, `tools/registers/${kind}.ts`), "--port", String(port)],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...(token === undefined ? {} : { REGISTER_TOKEN: token }) },
    },
  );
  const [line] = await once(createInterface(child.stdout), "line");
  const url = /http:\S+/u.exec(String(line))?.[0];
  if (url === undefined) throw new Error(`a register did not start: ${String(line)}`);
  const ask = async (init?: RequestInit): Promise<RegisterState> => {
    const reply = await fetch(`${url}/control`, init);
    // The simulator's own state.
    return (await reply.json()) as RegisterState;
  };
  return {
    url,
    control: (change) => ask({ method: "POST", body: JSON.stringify(change) }),
    state: () => ask(),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
