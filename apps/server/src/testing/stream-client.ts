import { EventParser } from "@lotus/client";
import { expect } from "vitest";

/** One event of a stream, its data parsed. */
export interface Frame {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** Reads one event stream, frame by frame. */
export class StreamClient {
  readonly #abort: AbortController;
  readonly #frames: AsyncGenerator<Frame, void>;

  private constructor(response: Response, abort: AbortController) {
    this.#abort = abort;
    this.#frames = framesOf(response);
  }

  readonly stop = (): void => this.#abort.abort();

  static async open(at: string, lastEventId?: string): Promise<StreamClient> {
    const abort = new AbortController();
    const response = await fetch(at, {
      signal: abort.signal,
      headers: lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId },
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    return new StreamClient(response, abort);
  }

  /** The next frame, or null when the server ended the stream. */
  async next(): Promise<Frame | null> {
    const { value } = await this.#frames.next();
    return value ?? null;
  }

  async take(count: number): Promise<unknown[]> {
    const data: unknown[] = [];
    while (data.length < count) data.push((await this.next())?.data);
    return data;
  }

  async close(): Promise<void> {
    await this.#frames.return(undefined);
  }
}

async function* framesOf(response: Response): AsyncGenerator<Frame, void> {
  const parser = new EventParser();
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    for (const { id, event, data } of parser.feed(text))
      yield { id: id ?? "", event, data: JSON.parse(data) };
  }
}
