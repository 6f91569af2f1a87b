import type { StreamEventName, StreamEvents } from "@lotus/contract";
import { formatPosition, type Position } from "./position.ts";

/** An event as sent to streams. */
export interface LiveFrame {
  readonly at: Position;
  /** The player it is for; null for all. */
  readonly playerId: bigint | null;
  readonly text: string;
}

/** Writes a frame of Server-Sent Events; `data` is JSON text without line breaks. */
export function frameText(event: string, data: string, at: Position): string {
  return `id: ${formatPosition(at)}\nevent: ${event}\ndata: ${data}\n\n`;
}

/** Writes a frame of the server itself. */
export function serverFrame<Name extends StreamEventName>(
  event: Name,
  data: StreamEvents[Name],
  at: Position,
): string {
  return frameText(event, JSON.stringify(data), at);
}

/** An empty comment, so that clients know the connection is alive and proxies do not close it. */
export const HEARTBEAT = ":\n\n";

/**
 * One chunk of a chunked response, encoded once and written to every connection, so that ten thousand streams share one
 * buffer.
 */
export function chunkOf(text: string): Buffer {
  const size = Buffer.byteLength(text);
  return Buffer.from(`${size.toString(16)}\r\n${text}\r\n`);
}
