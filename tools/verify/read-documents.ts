import { Unverifiable } from "./verify-world.ts";

/** A text, of a file or an address. @throws Unverifiable if it cannot be read */
export async function readFrom(from: string, read: (from: string) => Promise<string>): Promise<string> {
  try {
    return await read(from);
  } catch (error) {
    throw new Unverifiable(`Nothing from ${from}: ${reasonOf(error)}`);
  }
}

/**
 * A document, bare or in the envelope { code, msg, data } in which an operator answers. @throws Unverifiable if there is
 * none
 */
export async function readDocument(from: string, read: (from: string) => Promise<string>): Promise<unknown> {
  const text = await readFrom(from, read);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unverifiable(`${from} holds no JSON.`);
  }
  if (!isObject(value) || !("code" in value)) return value;
  if (value["code"] === 0) return value["data"];
  throw new Unverifiable(`The operator answers: ${String(value["msg"])} (${String(value["code"])})`);
}

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The reason of a failed fetch is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
