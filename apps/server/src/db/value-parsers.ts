import { types } from "pg";

const INT8 = 20;
const XID8 = 5069;
const INT8_ARRAY = 1016;
const DATE = 1082;
const TIMESTAMP = 1114;

type Parser = (text: string) => unknown;

const asText: Parser = (text) => text;
const asBigint: Parser = (text) => BigInt(text);

/** `{1,2,NULL}` of an int8 array of one dimension. */
function asBigints(text: string): (bigint | null)[] {
  const inner = text.slice(1, -1);
  return inner === "" ? [] : inner.split(",").map((item) => (item === "NULL" ? null : BigInt(item)));
}

// A date or a timestamp without a zone is no instant: read as one it would depend on the server's zone.
const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [INT8, asBigint],
  [XID8, asBigint],
  [INT8_ARRAY, asBigints],
  [DATE, asText],
  [TIMESTAMP, asText],
]);

/** How values of the database are read: int8 as bigint, everywhere and only here. */
export const valueParsers = {
  getTypeParser(oid: number, format?: "text" | "binary"): Parser {
    const own = format === "binary" ? undefined : PARSERS.get(oid);
    if (own !== undefined) return own;
    // pg declares its own parsers as any; each takes the text or the bytes it is registered for.
    const builtIn: Parser =
      format === "binary" ? types.getTypeParser(oid, format) : types.getTypeParser(oid, "text");
    return builtIn;
  },
};
