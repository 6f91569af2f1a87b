import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A line to PostgreSQL that a test can cut, as when its machine is lost. */
export interface CutLine {
  /** Connection string over the line. */
  readonly url: string;
  /** How many connections it has taken. */
  taken(): number;
  /** Cuts every connection, and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

const SOCKET = ".s.PGSQL.5432";

/** Opens a line to the PostgreSQL behind a private socket. Connections are taken, and nothing passes before `mayPass`. */
export async function openCutLine(url: string, mayPass?: Promise<void>): Promise<CutLine> {
  const target = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), "lotus-line-"));
  const there = join(target.searchParams.get("host") ?? "", SOCKET);
  const here = new URL(url);
  here.searchParams.set("host", folder);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let taken = 0;
  const cut = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    for (const socket of sockets) socket.destroy();
    if (closing === undefined) return;
    closing.close();
    await once(closing, "close");
  };
  const mend = async (): Promise<void> => {
    server = createServer((near) => {
      taken += 1;
      const far = connect(there);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => undefined);
        socket.on("close", () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      const pass = (): void => void near.pipe(far).pipe(near);
      if (mayPass === undefined) pass();
      else void mayPass.then(pass);
    });
    server.listen(join(folder, SOCKET));
    await once(server, "listening");
  };
  await mend();
  return {
    url: here.href,
    taken: () => taken,
    cut,
    mend,
    close: async () => {
      await cut();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
