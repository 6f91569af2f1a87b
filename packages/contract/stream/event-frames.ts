/** One frame of a stream of Server-Sent Events. */
export interface EventFrame {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Cuts text that arrives in pieces into frames. Comments, which keep the connection open, come out as nothing. */
export class FrameReader {
  #rest = "";

  /** The frames that this piece completes. */
  take(piece: string): EventFrame[] {
    this.#rest += piece;
    const blocks = this.#rest.split(/\r?\n\r?\n/u);
    this.#rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => readFrame(block));
  }
}

function readFrame(block: string): EventFrame[] {
  let id: string | undefined;
  let event = "message";
  const data: string[] = [];
  for (const line of block.split(/\r?\n/u)) {
    const colon = line.indexOf(":");
    if (colon === 0) continue;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /u, "");
    if (field === "id") id = value;
    else if (field === "event") event = value;
    else if (field === "data") data.push(value);
  }
  return data.length === 0 ? [] : [{ id, event, data: data.join("\n") }];
}
