import { toHex, utf8 } from "./bytes.ts";
import { nobleHashing } from "./hashing.ts";
import { baseUrl, requestLimited } from "./http.ts";
import type { Policy } from "./policy.ts";

/*
 * What witnesses had cosigned at some time, from those that keep a history (apps/witness): `GET /<origin hash>/history`.
 */

const TIMEOUT_MS = 10_000;
/** Ten minutes of a log that publishes a checkpoint a second. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Clocks of witnesses may differ by this much. */
const CLOCKS_S = 5;

/** Where and when to ask; times in epoch milliseconds. */
interface HistoryQuestion {
  /** The witness. */
  readonly url: string;
  /** Name of the log. */
  readonly origin: string;
  readonly from: number;
  readonly to: number;
}

/** The notes that a witness cosigned within some time; none if it does not say. Never rejects for its faults. */
export async function witnessHistory(
  { url, origin, from, to }: HistoryQuestion,
  fetchOption: typeof fetch,
): Promise<readonly string[]> {
  const originHash = toHex(nobleHashing.sha256(utf8(origin)));
  const [first, end] = [Math.floor(from / 1000) - CLOCKS_S, Math.ceil(to / 1000)];
  const reply = await requestLimited({
    fetch: fetchOption,
    url: `${baseUrl(url)}/${originHash}/history?from=${first}&to=${end}`,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (!reply.ok || reply.status !== 200) return [];
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(reply.body));
    const checkpoints: unknown = Reflect.get(Object(value), "checkpoints");
    return Array.isArray(checkpoints) ? checkpoints.filter((note) => typeof note === "string") : [];
  } catch {
    return [];
  }
}

/** The same of all witnesses of a policy that have an address. */
export async function witnessNotes(
  { witnesses }: Policy,
  origin: string,
  span: { readonly from: number; readonly to: number },
  fetchOption: typeof fetch,
): Promise<readonly string[]> {
  const urls = [...witnesses.values()].flatMap(({ url }) => (url === null ? [] : [url]));
  const answers = urls.map((url) => witnessHistory({ url, origin, ...span }, fetchOption));
  return (await Promise.all(answers)).flat();
}
