import { CALLS, type ServiceLine } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import { pageOf } from "../../ledger/ledger.ts";
import type { Line } from "../conversations.ts";
import type { ServiceDeps } from "../service-deps.ts";

/** Twenty lines at once, then one every two seconds: enough for a person who types. */
const RATE = { perSecond: 0.5, burst: 20 };
const PAGE_SIZE = 30;

/** A line as the player sees it, without the name of the operator. */
function shown({ id, from, text, picture, time }: Line): ServiceLine {
  return {
    id: String(id),
    from,
    text,
    picture: picture === null ? null : { ...picture, id: String(picture.id) },
    time,
  };
}

/** The player's side of the conversation: reading it, writing, and marking as read. */
export function conversationCalls(deps: ServiceDeps) {
  return {
    serviceConversation: conversationCall(deps),
    serviceWrite: writeCall(deps),
    serviceRead: readCall(deps),
  };
}

function conversationCall({
  conversations,
  usualWait,
}: ServiceDeps): BoundCall<typeof CALLS.serviceConversation> {
  return bind(CALLS.serviceConversation, async ({ query }, { caller }) => {
    const { playerId } = caller;
    const sized = { ...query, page_size: query.page_size ?? PAGE_SIZE };
    const page =
      query.after === undefined
        ? await pageOf(sized, (at) => conversations.lines(playerId, at))
        : {
            rows: await conversations.linesAfter(playerId, BigInt(query.after), sized.page_size),
            nextCursor: null,
          };
    const { status, unreadByPlayer, deskReadTo } = await conversations.state(playerId);
    const minutes = await usualWait.minutes();
    return accept({
      list: page.rows.map(shown),
      nextCursor: page.nextCursor,
      status,
      unread: unreadByPlayer,
      readByDesk: String(deskReadTo),
      ...(minutes === null ? {} : { usualWaitMinutes: minutes }),
    });
  });
}

function writeCall({
  db,
  conversations,
  buckets: make,
  notify,
  noteLine,
  playerWrote,
}: ServiceDeps): BoundCall<typeof CALLS.serviceWrite> {
  const buckets = make("service-line", RATE, "account");
  return bind(CALLS.serviceWrite, async ({ body }, { caller, idempotencyKey, bodyHash }) => {
    const { playerId } = caller;
    const waitMs = await buckets.take(String(playerId));
    if (waitMs > 0) return refuse("SERVICE_TOO_FAST", { values: { seconds: Math.ceil(waitMs / 1000) } });
    const written = await db.transaction(async (tx) => {
      const line = await conversations.write(tx, {
        playerId,
        operatorId: null,
        text: body.text ?? null,
        pictureId: body.picture_id === undefined ? null : BigInt(body.picture_id),
        key: idempotencyKey,
        bodyHash,
      });
      if (line.outcome === "written" && body.text !== undefined) await noteLine(tx, playerId, body.text);
      return line;
    });
    if (written.outcome === "conflict") return refuse("IDEMPOTENCY_CONFLICT");
    if (written.outcome === "picture-unknown") return refuse("PICTURE_UNKNOWN");
    notify();
    if (written.outcome === "written") playerWrote(playerId);
    return accept(shown(written.line));
  });
}

function readCall({ conversations, notify }: ServiceDeps): BoundCall<typeof CALLS.serviceRead> {
  return bind(CALLS.serviceRead, async ({ body }, { caller }) => {
    const unread = await conversations.readByPlayer(caller.playerId, BigInt(body.to));
    notify();
    return accept({ unread });
  });
}
