import { readFileSync } from "node:fs";
import { fromHex, parsePolicy, type VerifierKey } from "@lotus/tlog";

/** Settings of a witness. */
export interface WitnessSettings {
  readonly name: string;
  readonly secretKey: Uint8Array;
  readonly logs: readonly VerifierKey[];
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
}

/** Everything wrong with the settings, a line each. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Reads the settings from environment variables. @throws SettingsError naming every problem */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): WitnessSettings {
  const problems: string[] = [];
  const required = (name: string, what: string): string => {
    const value = environment[name] ?? "";
    if (value === "") problems.push(`${name} is missing: ${what}`);
    return value;
  };
  const parsed = <Value>(name: string, text: string, parse: (text: string) => Value): Value | undefined => {
    if (text === "") return undefined;
    try {
      return parse(text);
    } catch (error) {
      // The content of a key file is never repeated.
      problems.push(`${name}: ${error instanceof Error ? error.message : "cannot be read"}`);
      return undefined;
    }
  };
  const name = required("WITNESS_NAME", "the name of this witness, such as witness.example/w1");
  const keyFile = required("WITNESS_KEY", "the file with its key, made by --new-key");
  const logsFile = required("WITNESS_LOGS", "a tlog-policy file with the logs to cosign");
  const dataDir = required("DATA_DIR", "the folder of its checkpoints");
  const secretKey = parsed("WITNESS_KEY", keyFile, readKey);
  const logs = parsed("WITNESS_LOGS", logsFile, readLogs);
  const port = parsed("PORT", environment["PORT"] ?? "8090", readPort);
  if (problems.length > 0 || secretKey === undefined || logs === undefined || port === undefined)
    throw new SettingsError(problems.join("\n"));
  return { name, secretKey, logs, dataDir, host: environment["HOST"] ?? "127.0.0.1", port };
}

function readKey(path: string): Uint8Array {
  const key = fromHex(readFileSync(path, "utf8").trim(), 32);
  if (key === null) throw new Error(`${path} is not a key of 64 hex digits`);
  return key;
}

function readLogs(path: string): readonly VerifierKey[] {
  const { logs } = parsePolicy(readFileSync(path, "utf8"));
  if (logs.length === 0) throw new Error(`${path} lists no log`);
  return logs.map(({ key }) => key);
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/u.test(text) ? Number(text) : 65_536;
  if (port > 65_535) throw new Error(`"${text}" is not a port`);
  return port;
}
