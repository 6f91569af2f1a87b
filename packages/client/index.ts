/** Client of the server's API: calls and their failures, idempotency keys, the event stream. */
export {
  createApiClient,
  type ApiClient,
  type ApiClientOptions,
  type CallWithoutToken,
  type CallOptions,
} from "./api-client.ts";
export { ApiError, isRefusal, isTransportFailure, NO_ENVELOPE, TRANSPORT_FAILED } from "./api-error.ts";
export { AttemptKey, isOutcomeKnown } from "./attempt.ts";
export { readEnvelope, requestHeaders } from "./exchange.ts";
export { Freshness } from "./freshness.ts";
export { newDeviceId, newIdempotencyKey } from "./idempotency-key.ts";
export { parseJson, send } from "./send.ts";
export { EventParser, type StreamEvent } from "./stream/event-parser.ts";
export { reconnectDelayMs, runEventStream, type EventStreamOptions } from "./stream/event-stream.ts";
export { shareAcrossWindows, type Channel, type Locks } from "./stream/share-across-windows.ts";
export { wait } from "./stream/wait.ts";
