/** One event of a stream of Server-Sent Events. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Parses events from text that arrives in chunks. Comments, which keep the connection open, are skipped. */
export class EventParser {
  #rest = "";

  /** Returns the events that this chunk completes. */
  feed(piece: string): StreamEvent[] {
    this.#rest += piece;
    const blocks = this.#rest.split(/\r?\n\r?\n/u);
    this.#rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => readEvent(block));
  }
}

function readEvent(block: string): StreamEvent[] {
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
