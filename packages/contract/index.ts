export * from "./call.ts";
export * from "./calls/all.ts";
export * from "./client.ts";
export * from "./codes.ts";
export * from "./events.ts";
export * from "./fields.ts";
export * from "./records.ts";
export { MAX_SLIP_LINES } from "./calls/lottery/order.ts";
export type { RuleGroup, RuleItem, RuleMode, RuleOption, RuleTree } from "./calls/lottery/rule.ts";
