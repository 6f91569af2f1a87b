export { sendMessage, sendMessages, type NewMessage } from "./send.ts";
export type { Template, TemplateValues } from "./templates.ts";
