import { fromHex } from "@lotus/tlog";

/*
 * Forms of fields in documents of others. Limits also bound what a hostile document costs its reader.
 */

/** Whether a value has a form. */
export type Form = (value: unknown) => boolean;
/** The form of each field of an object. */
export type Forms = { readonly [field: string]: Form };

export const isText =
  (max: number): Form =>
  (value) =>
    typeof value === "string" && value.length <= max;
export const isMatch =
  (pattern: RegExp): Form =>
  (value) =>
    typeof value === "string" && pattern.test(value);
export const isCount: Form = (value) =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
export const isHex =
  (length: number): Form =>
  (value) =>
    fromHex(value, length) !== null;
export const orNull =
  (form: Form): Form =>
  (value) =>
    value === null || form(value);
export const optional =
  (form: Form): Form =>
  (value) =>
    value === undefined || form(value);
export const isList =
  (max: number, form: Form): Form =>
  (value) =>
    Array.isArray(value) && value.length <= max && value.every(form);
/** An object with these fields; others are ignored. */
export const isObject =
  (forms: Forms): Form =>
  (value) =>
    isRecord(value) && misshapen(value, forms).length === 0;
/** An object with exactly these fields. */
export const isExactly =
  (forms: Forms): Form =>
  (value) =>
    isRecord(value) &&
    Object.keys(value).every((name) => Object.hasOwn(forms, name)) &&
    misshapen(value, forms).length === 0;

export const isGameCode = isMatch(/^[A-Z0-9]{1,16}$/u);
export const isPeriodNo = isMatch(/^\d{11,12}$/u);
/** An amount of money with two decimals. */
export const isAmount = isMatch(/^\d{1,18}\.\d{2}$/u);

/** Names of the fields that are missing or have another form. */
export function misshapen(value: object, forms: Forms): string[] {
  return Object.entries(forms)
    .filter(([name, form]) => !form(Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined))
    .map(([name]) => name);
}

/** Whether a value is an object and no list. */
export function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
