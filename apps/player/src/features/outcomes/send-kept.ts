import { ApiError, type AttemptKey, isOutcomeKnown, isRefusal, wait } from "@lotus/client";
import { CALLS, CODES, type CallData, type CallInput, type CodeName } from "@lotus/contract";
import { loadCatalog, word } from "../../i18n/i18n.ts";
import { api } from "../../session/api.ts";
import { forgetRequest, keepRequest, type RequestKind } from "./kept-requests.ts";
import { type Settled, settleOutcome } from "./settle-outcome.ts";
import { NEVER } from "./outcome-words.ts";
import { whileSending } from "./while-sending.ts";

/** The calls that move money, besides slips, and the name of each in an outcome. */
const KEPT = {
  recharge: { call: CALLS.makeOrder, name: "makeOrder" },
  withdrawal: { call: CALLS.makeOrder, name: "makeOrder" },
  cancel: { call: CALLS.cancel, name: "cancel" },
  cancelRecharge: { call: CALLS.cancelRecharge, name: "cancelRecharge" },
  confirmPaid: { call: CALLS.confirmPaid, name: "confirmPaid" },
  chase: { call: CALLS.chase, name: "chase" },
  cancelChase: { call: CALLS.cancelChase, name: "cancelChase" },
} as const satisfies Record<RequestKind, unknown>;

type CallOf<Kind extends RequestKind> = (typeof KEPT)[Kind]["call"];

export interface KeptOptions {
  /** What is asked for, such as the amount: the same once more is a retry. */
  readonly of: string;
  /** The keys of the screen's requests. */
  readonly attempt: AttemptKey;
  /** Refusals that the screen shows in place. */
  readonly shownInPlace?: readonly CodeName[];
}

/**
 * Sends a request that moves money, and learns its outcome: without a clear answer the server is asked for it by the key,
 * now and, if that fails too, later by `tellOutcomes`. Rejects with an ApiError that was shown to the player; if its
 * outcome is not known (`isOutcomeKnown`), the same request once more is a retry.
 */
export function sendKept<Kind extends RequestKind>(
  kind: Kind,
  input: CallInput<CallOf<Kind>>,
  options: KeptOptions,
): Promise<CallData<CallOf<Kind>>> {
  const { of, attempt } = options;
  const request = keepRequest({ kind, of, key: attempt.keyFor(of) });
  return whileSending(request.key, async () => {
    try {
      const data = await send(kind, input, { ...options, ...request });
      answered(request.key, attempt);
      return data;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isRefusal(error, "REQUEST_GIVEN_UP")) {
        // This device has told so, or another window: the player asks anew.
        answered(request.key, attempt);
        return await sendKept(kind, input, options);
      }
      return await afterFailure<Kind>(error, request, options);
    }
  });
}

function send<Kind extends RequestKind>(
  kind: Kind,
  input: CallInput<CallOf<Kind>>,
  { key, again, shownInPlace = [] }: KeptOptions & { readonly key: string; readonly again: boolean },
): Promise<CallData<CallOf<Kind>>> {
  const call: CallOf<Kind> = KEPT[kind].call;
  return api.call(call, input, {
    idempotencyKey: key,
    again,
    settles: true,
    hideErrors: true,
    shownInPlace: [...shownInPlace, "REQUEST_GIVEN_UP"],
  });
}

function answered(key: string, attempt: AttemptKey): void {
  forgetRequest(key);
  attempt.settle();
}

/** What is done after a failure: the outcome is asked for, unless the server has refused the only try. */
async function afterFailure<Kind extends RequestKind>(
  failure: ApiError,
  { key, kind }: { readonly key: string; readonly kind: RequestKind },
  options: KeptOptions,
): Promise<CallData<CallOf<Kind>>> {
  if (isOutcomeKnown(failure)) {
    forgetRequest(key);
    throw failure;
  }
  const settled = await settleSoon(key);
  if (settled === null) {
    api.tell(failure, options);
    void import("./tell-outcomes.ts").then(({ tellOutcomes }) => tellOutcomes()).catch(giveUp);
    throw failure;
  }
  answered(key, options.attempt);
  if (settled.state === "done") {
    if (settled.call !== KEPT[kind].name)
      throw new Error(`the key of a ${kind} was used for ${settled.call}`);
    // The name of the call was just compared.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return settled.data as CallData<CallOf<Kind>>;
  }
  const never = failure.kind === "refusal" ? failure : await neverArrived(kind).catch(() => failure);
  api.tell(never, options);
  throw never;
}

/** Once now and once more: the player waits. */
const ASK_AGAIN_AFTER_MS = 300;

async function settleSoon(key: string): Promise<Settled | null> {
  const first = await settleOutcome(key);
  if (first !== null) return first === "refused" ? null : first;
  await wait(ASK_AGAIN_AFTER_MS, new AbortController().signal);
  const second = await settleOutcome(key);
  return second === "refused" ? null : second;
}

/** What is told of a request that had no answer and was given up. */
async function neverArrived(kind: RequestKind): Promise<ApiError> {
  await loadCatalog("outcomes");
  return new ApiError({ code: CODES.REQUEST_GIVEN_UP, msg: word(NEVER[kind]), kind: "refusal", status: 200 });
}

/** The next start tries again. */
const giveUp = () => undefined;
