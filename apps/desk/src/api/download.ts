import type { Envelope } from "@lotus/contract";
import { ownTextOf, type DeskClientOptions } from "./desk-client.ts";
import { DeskError, noAnswer } from "./desk-error.ts";

/** Dependencies of fetching a file. */
export interface DownloadDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly token: () => string;
  readonly locale: () => string;
  readonly offlineText: () => string;
  readonly ownText: DeskClientOptions["ownText"];
}

/** Fetches one of the desk's files with the session's token: a plain link could not carry it. */
export async function fetchFile(deps: DownloadDeps, url: string): Promise<{ name: string; blob: Blob }> {
  let reply: Response;
  try {
    reply = await deps.fetch(url, { headers: { Token: deps.token(), LANGUAGE: deps.locale() } });
  } catch (cause) {
    throw Object.assign(noAnswer(deps.offlineText()), { cause });
  }
  if ((reply.headers.get("content-type") ?? "").includes("application/json")) {
    // A refusal has the same form as that of any other call.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { code, msg } = (await reply.json()) as Envelope;
    throw new DeskError(code, ownTextOf(code, deps.ownText) ?? msg, code === 401 || code === 402 ? 401 : 400);
  }
  if (!reply.ok) throw noAnswer(deps.offlineText());
  const named = /filename="?([\w.-]+)"?/u.exec(reply.headers.get("content-disposition") ?? "");
  return { name: named?.[1] ?? url.split("/").at(-1)?.split("?")[0] ?? "file", blob: await reply.blob() };
}

/** Saves a file through the browser's downloads. */
export function saveFile({ name, blob }: { readonly name: string; readonly blob: Blob }): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
