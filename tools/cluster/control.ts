import { rmSync } from "node:fs";
import { createConnection, createServer, type Server } from "node:net";
import { join } from "node:path";

/** The socket by which commands of other terminals reach a cluster that is up. */
function socketOf(folder: string): string {
  return join(folder, "control");
}

/** Answers commands, one line each, with lines of text. */
export function listenForCommands(
  folder: string,
  answer: (words: readonly string[]) => Promise<string>,
): Server {
  const server = createServer((socket) => {
    let line = "";
    socket.setEncoding("utf8");
    socket.on("error", () => undefined);
    socket.on("data", (part: string) => {
      line += part;
      if (!line.endsWith("\n")) return;
      answer(line.trim().split(/\s+/u)).then(
        (text) => socket.end(`${text}\n`),
        (error: unknown) => socket.end(`error: ${error instanceof Error ? error.message : String(error)}\n`),
      );
    });
  });
  rmSync(socketOf(folder), { force: true });
  server.listen(socketOf(folder));
  return server;
}

/** Sends a command to the cluster in this folder; null when none is up there. */
export function sendCommand(folder: string, words: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createConnection(socketOf(folder));
    let text = "";
    socket.setEncoding("utf8");
    socket.on("connect", () => socket.write(`${words.join(" ")}\n`));
    socket.on("data", (part: string) => (text += part));
    socket.on("error", () => resolve(null));
    socket.on("end", () => resolve(text.trimEnd()));
  });
}
