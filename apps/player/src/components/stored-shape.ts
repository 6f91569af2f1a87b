/**
 * Whether a value read from the device has the shape it was stored with. These few functions stand where a page is drawn by
 * what they check: the schema library takes a slow phone as long to start as the page itself.
 */
export type Shape = (value: unknown) => boolean;

export const text: Shape = (value) => typeof value === "string";
export const number: Shape = (value) => typeof value === "number";

export const nullable =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);

export const optional =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value);

export const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every((each) => shape(each));

/** An object whose fields have these shapes, whatever else it has. */
export const objectOf =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value) => {
    if (!isRecord(value)) return false;
    return Object.entries(fields).every(([name, shape]) => shape(value[name]));
  };

/** The fields of a value that have these shapes; none of a value that is no object. */
export function fittingFields(
  value: unknown,
  fields: Readonly<Record<string, Shape>>,
): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) return {};
  const fitting = Object.entries(fields).filter(([name, shape]) => name in value && shape(value[name]));
  return Object.fromEntries(fitting.map(([name]) => [name, value[name]]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
