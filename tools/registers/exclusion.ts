/**
 * `npm run register:exclusion [-- --file excluded.txt --port 8095]`: a simulated exclusion register for tests and
 * trials. The file has one excluded person a line, "1990-01-31 Real Name", and is read at each question. With
 * REGISTER_TOKEN only who sends it is answered.
 */
import { existsSync, readFileSync } from "node:fs";
import { readOptions } from "../run/read-options.ts";
import { createRegisterServer, personKey, serve } from "./register-server.ts";

const DEFAULT_PORT = "8095";

const { values } = readOptions({
  options: {
    file: { type: "string" },
    port: { type: "string", default: DEFAULT_PORT },
    host: { type: "string", default: "127.0.0.1" },
  },
});
const { file } = values;
let added: readonly string[] = [];

function keyOfLine(line: string): string | null {
  const [, birthDate, realName] = /^(\S+)\s+(.+)$/u.exec(line.trim()) ?? [];
  return personKey(realName, birthDate);
}

function excluded(): ReadonlySet<string | null> {
  const lines = file === undefined || !existsSync(file) ? [] : readFileSync(file, "utf8").split("\n");
  return new Set([...lines, ...added].map(keyOfLine));
}

const server = createRegisterServer({
  token: process.env["REGISTER_TOKEN"] ?? null,
  answer: (path, { realName, birthDate }) => {
    const key = personKey(realName, birthDate);
    return path !== "/" || key === null ? undefined : { excluded: excluded().has(key) };
  },
  lie: { excluded: "false" },
  state: () => ({ excluded: [...excluded()].filter((key) => key !== null) }),
  control: ({ excluded: lines }) => {
    if (Array.isArray(lines)) added = lines.map(String);
  },
});
serve(server, "exclusion register", Number(values.port), values.host);
