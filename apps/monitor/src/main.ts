/**
 * `npm run monitor`: follows the log of an operator from outside; see README.md. Exit status 0: nothing wrong, 1: a fault,
 * with evidence in a file, 2: wrong arguments, or nothing could be said.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyRound } from "@lotus/beacon/verify";
import { logNames } from "@lotus/fair";
import { parsePolicy, PolicyError } from "@lotus/tlog";
import { type MonitorArguments, readArguments, USAGE } from "./arguments.ts";
import { type ExitStatus, follow } from "./follow.ts";
import { Monitor } from "./monitor.ts";
import { OperatorSite } from "./operator-site.ts";
import { emptyState, type MonitorState } from "./state.ts";
import { StateFile } from "./state-file.ts";

/** The policy's text: of the file, of the state, or, the first time, of the operator. */
async function readPolicy(options: MonitorArguments, state: MonitorState): Promise<string | null> {
  if (options.policyFile !== null) return readFile(options.policyFile, "utf8");
  if (state.policy !== null) return state.policy;
  const policy = await new OperatorSite(options.url, fetch).policy();
  if (policy === null) return null;
  state.policy = policy;
  console.log("WARNING: the policy was taken from the operator. Compare it, and give your own by --policy:");
  console.log(policy);
  return policy;
}

async function run(options: MonitorArguments): Promise<ExitStatus> {
  const file = options.stateFile === null ? null : new StateFile(options.stateFile);
  const state = (await file?.read()) ?? emptyState();
  const text = await readPolicy(options, state);
  if (text === null) {
    console.error("The operator publishes no policy: give one by --policy.");
    return 2;
  }
  const policy = parsePolicy(text);
  const known = [...policy.witnesses.values()].flatMap(({ url }) => (url === null ? [] : [url]));
  const witnessUrls = options.witnessUrls.length > 0 ? options.witnessUrls : known;
  if (policy.quorum === null) console.log("WARNING: the policy needs no witness, so nobody watches.");
  if (logNames(policy).length > 1)
    console.log(
      "WARNING: the policy has several logs. The operator could show another outcome in each; one is followed.",
    );
  if (witnessUrls.length === 0)
    console.log("WARNING: no address of a witness is known, so what the operator hides is not seen.");
  const now = (): number => Date.now();
  const monitor = new Monitor({ ...options, fetch, policy, state, witnessUrls, verifyRound, now });
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return follow({
    monitor,
    now,
    wait: (ms) => sleep(ms),
    print: (line) => console.log(line),
    saveState: async (current) => file?.write(current),
    saveEvidence: async (evidence) => {
      const path = join(options.evidenceDir, `evidence-${evidence.fault}-${crypto.randomUUID()}.json`);
      await writeFile(path, `${JSON.stringify(evidence, null, 2)}\n`, { flag: "wx" });
      return path;
    },
    isOnce: options.isOnce,
    signal: stop.signal,
  });
}

const options = readArguments(process.argv.slice(2));
if (options === null) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await run(options);
  } catch (error) {
    const isUsers = error instanceof PolicyError || error instanceof RangeError || isFileProblem(error);
    if (!isUsers) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}

function isFileProblem(error: unknown): error is Error {
  return error instanceof Error && "code" in error;
}
