import { types } from "pg";

const INT8 = 20;
const XID8 = 5069;
const INT8_ARRAY = 1016;
const DATE = 1082;
const TIMESTAMP = 1114;

type Parser = (text: string) => unknown;

const asText: Parser = (text) => text;
const asBigint: Parser = (text) => BigInt(text);

/** Parses a one-dimensional int8 array such as `{1,2,NULL}`. */
function asBigints(text: string): (bigint | null)[] {
  const inner = text.slice(1, -1);
  return inner === "" ? [] : inner.split(",").map((item) => (item === "NULL" ? null : BigInt(item)));
}

// A date or a timestamp without a time zone stays text: as an instant it would depend on the server's time zone.
const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [INT8, asBigint],
  [XID8, asBigint],
  [INT8_ARRAY, asBigints],
  [DATE, asText],
  [TIMESTAMP, asText],
]);

/** How values of the database are parsed; only here int8 becomes bigint. */
export const valueParsers = {
  getTypeParser(oid: number, format?: "text" | "binary"): Parser {
    const own = format === "binary" ? undefined : PARSERS.get(oid);
    if (own !== undefined) return own;
    // pg types its own parsers as any; each takes the text or the bytes it is registered for.
    const builtIn: Parser =
      format === "binary" ? types.getTypeParser(oid, format) : types.getTypeParser(oid, "text");
    return builtIn;
  },
};
