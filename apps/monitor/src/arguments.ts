import { parseArgs } from "node:util";

/** What the program was started with. */
export interface MonitorArguments {
  readonly url: string;
  readonly policyFile: string | null;
  readonly beaconUrls: readonly string[];
  readonly witnessUrls: readonly string[];
  readonly isOnce: boolean;
  readonly stateFile: string | null;
  /** Folder for evidence. */
  readonly evidenceDir: string;
}

export const USAGE = `usage: npm run monitor -- --url https://operator.example [--policy FILE] [--beacon-url URL]…
         [--witness URL]… [--state FILE] [--evidence FOLDER] [--once]
See apps/monitor/README.md.
`;

/** Reads the arguments; null if they are not as in USAGE. */
export function readArguments(args: readonly string[]): MonitorArguments | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        url: { type: "string" },
        policy: { type: "string" },
        "beacon-url": { type: "string", multiple: true, default: [] },
        witness: { type: "string", multiple: true, default: [] },
        state: { type: "string" },
        evidence: { type: "string", default: "." },
        once: { type: "boolean", default: false },
      },
    });
    if (values.url === undefined) return null;
    return {
      url: values.url,
      policyFile: values.policy ?? null,
      beaconUrls: values["beacon-url"],
      witnessUrls: values.witness,
      isOnce: values.once,
      stateFile: values.state ?? null,
      evidenceDir: values.evidence,
    };
  } catch {
    return null;
  }
}
