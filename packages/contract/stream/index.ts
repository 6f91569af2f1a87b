/** How either app follows its stream of events (Server-Sent Events): one client for both. */
export { FrameReader, type EventFrame } from "./event-frames.ts";
export { keepStream, reconnectDelayMs, type StreamDeps } from "./keep-stream.ts";
export { pause } from "./pause.ts";
