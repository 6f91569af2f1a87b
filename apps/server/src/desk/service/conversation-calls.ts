import { PICTURE_MAX_BYTES } from "@lotus/contract";
import { DESK_CALLS, permissionOf } from "@lotus/contract/desk";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { ConversationPlace, ConversationRow, Line } from "../../service/service.ts";
import type { OperatorRef } from "../operators/names.ts";
import { operatorNames } from "../operators/names.ts";
import { nameOf, playerOf, withBreaks } from "../players/players.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { statusCalls } from "./status-calls.ts";

const PAGE = 25;
/** Signs of the last message that a list shows. */
const BEGINNING = 80;

/** Calls about conversations with players. */
export function conversationCalls(deps: DeskDeps) {
  const { conversations } = deps.services.service;
  return {
    conversations: listCall(deps),
    conversation: linesCall(deps),
    answerConversation: answerCall(deps),
    conversationPicture: pictureCall(deps),
    readConversation: bind(DESK_CALLS.readConversation, async ({ params }) =>
      (await conversations.read(BigInt(params.id))) === null ? refuse("RECORD_UNKNOWN") : accept(null),
    ),
    ...statusCalls(deps),
  };
}

function listCall({ db, services }: DeskDeps): BoundCall<typeof DESK_CALLS.conversations> {
  return bind(DESK_CALLS.conversations, async ({ query }, { caller }) => {
    const size = query.page_size ?? PAGE;
    const { conversations } = services.service;
    const after = placeOf(query.cursor);
    const waitsAfter = query.waiting === undefined ? undefined : waitingPlaceOf(query.cursor);
    const mine = query.mine === undefined ? {} : { assignedTo: caller.operatorId };
    const found =
      query.waiting !== undefined
        ? await conversations.listWaiting({
            limit: size + 1,
            ...mine,
            ...(waitsAfter !== undefined && { after: waitsAfter }),
          })
        : await conversations.list({
            limit: size + 1,
            ...(query.unread === undefined ? {} : { unreadOnly: true }),
            ...(query.status === undefined ? {} : { status: query.status }),
            ...mine,
            ...(after === undefined ? {} : { after }),
          });
    const rows = found.slice(0, size);
    const operators = await operatorNames(
      db,
      rows.map(({ assignedTo }) => assignedTo),
    );
    const last = rows.at(-1);
    return accept({
      list: await withBreaks(
        db,
        rows.map((row) => ({
          id: String(row.playerId),
          player: { id: String(row.playerId), name: row.username, status: row.playerStatus },
          lastText: beginningOf(row.lastText ?? ""),
          lastAt: row.lastAt,
          lastFrom: row.lastFrom,
          unread: row.unread,
          waitingSince: row.waitingSince,
          status: row.status,
          assignedTo: operators(row.assignedTo),
        })),
      ),
      nextCursor:
        found.length > size && last !== undefined ? cursorOf(last, query.waiting !== undefined) : null,
    });
  });
}

/** The list shows how the last message begins; who reads all of it opens the conversation, which is noted. */
function beginningOf(text: string): string {
  const signs = Array.from(text);
  return signs.length > BEGINNING ? `${signs.slice(0, BEGINNING).join("")}…` : text;
}

function linesCall({ db, auditedActions, services }: DeskDeps): BoundCall<typeof DESK_CALLS.conversation> {
  const { conversations } = services.service;
  return bind(DESK_CALLS.conversation, async ({ params, query }, context) => {
    const id = BigInt(params.id);
    const player = await playerOf(db, id);
    if (player === undefined) return refuse("RECORD_UNKNOWN");
    await auditedActions.read(context, { action: "conversation.read", subject: `player ${id}` });
    const [shown] = await withBreaks(db, [{ player }]);
    const size = query.page_size ?? PAGE;
    const before = /^\d{1,18}$/u.test(query.cursor ?? "") ? BigInt(query.cursor ?? "") : null;
    const [found, state] = await Promise.all([
      conversations.lines(id, { before, limit: size + 1 }),
      conversations.state(id),
    ]);
    const rows = found.slice(0, size);
    const operators = await operatorNames(db, [
      ...rows.map(({ operatorId }) => operatorId),
      state.assignedTo,
    ]);
    const last = rows.at(-1);
    return accept({
      list: rows.map((line) => lineOf(line, operators)),
      nextCursor: found.length > size && last !== undefined ? String(last.id) : null,
      player: shown?.player ?? player,
      unread: state.unreadByDesk,
      status: state.status,
      assignedTo: operators(state.assignedTo),
    });
  });
}

function answerCall({
  db,
  auditedActions,
  services,
}: DeskDeps): BoundCall<typeof DESK_CALLS.answerConversation> {
  return bind(DESK_CALLS.answerConversation, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    const player = await playerOf(db, id);
    if (player === undefined) return refuse("RECORD_UNKNOWN");
    const { operatorId, role } = context.caller;
    if (!permissionOf("conversation.answer", role, undefined, player.status).allowed)
      return refuse("PLAYER_STATE_REFUSES");
    const { text = null, picture_id: pictureId } = body;
    const written = await services.service.conversations.answer(
      {
        playerId: id,
        text,
        ...(pictureId === undefined ? {} : { pictureId: BigInt(pictureId) }),
        key: context.idempotencyKey,
        bodyHash: context.bodyHash,
      },
      {
        operatorId,
        within: (tx) =>
          auditedActions.write(tx, context, {
            action: "conversation.answer",
            subject: `player ${id}`,
            detail: pictureId === undefined ? {} : { picture: pictureId },
          }),
      },
    );
    if (written.outcome === "conflict") return refuse("IDEMPOTENCY_CONFLICT");
    if (written.outcome === "picture-unknown") return refuse("PICTURE_UNKNOWN");
    return accept(lineOf(written.line, await operatorNames(db, [operatorId])));
  });
}

function pictureCall({ db, services }: DeskDeps): BoundCall<typeof DESK_CALLS.conversationPicture> {
  return bind(DESK_CALLS.conversationPicture, async ({ params, body }, { caller }) => {
    const id = BigInt(params.id);
    if ((await nameOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
    const bytes = Buffer.from(body.data, "base64");
    const stored = await services.service.conversations.storePicture(id, caller.operatorId, bytes);
    if (stored.ok) return accept({ id: String(stored.id), width: stored.width, height: stored.height });
    if (stored.why === "too-fast") return refuse("SERVICE_TOO_FAST", { values: { seconds: stored.seconds } });
    if (stored.why === "not-accepted") return refuse("PICTURE_NOT_ACCEPTED");
    return refuse("PICTURE_TOO_LARGE", { values: { megabytes: PICTURE_MAX_BYTES / 1024 / 1024 } });
  });
}

function lineOf(line: Line, operators: (id: bigint | null) => OperatorRef | null) {
  return {
    id: String(line.id),
    from: line.from,
    operator: operators(line.operatorId),
    text: line.text,
    pictureId: line.picture === null ? null : String(line.picture.id),
    time: line.time,
  };
}

function cursorOf(row: ConversationRow, waiting: boolean): string {
  return waiting
    ? `${row.waitingSince ?? 0}.${row.playerId}`
    : `${row.status}.${row.unread > 0 ? 1 : 0}.${row.lastLine}`;
}

/** Where a page of waiting conversations begins; an invalid cursor reads from the start. */
function waitingPlaceOf(cursor: string | undefined) {
  const match = /^(\d{1,15})\.(\d{1,18})$/u.exec(cursor ?? "");
  if (match === null) return undefined;
  return { since: Number(match[1]), playerId: BigInt(match[2] ?? "0") };
}

/** Where a page of the list begins; an invalid cursor reads from the start. */
function placeOf(cursor: string | undefined): ConversationPlace | undefined {
  const match = /^(open|closed)\.([01])\.(\d{1,18})$/u.exec(cursor ?? "");
  if (match === null) return undefined;
  return {
    status: match[1] === "closed" ? "closed" : "open",
    unread: match[2] === "1",
    lastLine: BigInt(match[3] ?? "0"),
  };
}
