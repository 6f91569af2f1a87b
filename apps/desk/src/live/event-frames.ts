/** One event of a stream of Server-Sent Events. */
export interface EventFrame {
  readonly event: string;
  readonly data: string;
}

/** Cuts text that arrives in pieces into events. Comments, which keep the connection open, come out as nothing. */
export class FrameReader {
  private rest = "";

  /** The events that this piece completes. */
  take(piece: string): EventFrame[] {
    const blocks = (this.rest + piece).split("\n\n");
    this.rest = blocks.pop() ?? "";
    return blocks.flatMap((block) => {
      let event = "message";
      let data = "";
      for (const line of block.split("\n")) {
        if (line.startsWith("event: ")) event = line.slice(7);
        else if (line.startsWith("data: ")) data = line.slice(6);
      }
      return data === "" ? [] : [{ event, data }];
    });
  }
}
