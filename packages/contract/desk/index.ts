export * from "./actions.ts";
export * from "./all.ts";
export { defineDeskCall, type DeskCallSpec } from "./desk-call.ts";
export { DESK_EXPORTS, type DeskExport } from "./exports.ts";
export { newOperatorName } from "./operators.ts";
export * from "./records.ts";
export { operatorPassword, operatorSession, type OperatorSession } from "./session.ts";
export type { ConversationRow } from "./service.ts";
