import type { ServerResponse } from "node:http";
import { DESK_CALLS } from "@lotus/contract/desk";
import {
  accept,
  bind,
  operatorStream,
  refuse,
  type BoundCall,
  type StreamRoute,
} from "../../http/handler.ts";
import { PICTURE_TYPE, type ConversationPlace, type Line } from "../../service/service.ts";
import type { OperatorRef } from "../operators/names.ts";
import { operatorNames } from "../operators/names.ts";
import { nameOf } from "../players/players.ts";
import type { DeskRoom } from "../room.ts";

const PAGE = 25;

/** Conversations with players. */
export function conversationCalls(room: DeskRoom): BoundCall[] {
  const { db, doors } = room;
  const { conversations } = doors.service;
  return [
    bind(DESK_CALLS.conversations, async ({ query }) => {
      const size = query.page_size ?? PAGE;
      const after = placeOf(query.cursor);
      const found = await conversations.list({
        limit: size + 1,
        ...(query.unread === undefined ? {} : { unreadOnly: true }),
        ...(after === undefined ? {} : { after }),
      });
      const rows = found.slice(0, size);
      const last = rows.at(-1);
      return accept({
        list: rows.map((row) => ({
          id: String(row.playerId),
          player: { id: String(row.playerId), name: row.username },
          lastText: row.lastText ?? "",
          lastAt: row.lastAt,
          lastFrom: row.lastFrom,
          unread: row.unread,
        })),
        nextCursor:
          found.length > size && last !== undefined
            ? `${last.status}.${last.unread > 0 ? 1 : 0}.${last.lastLine}`
            : null,
      });
    }),
    bind(DESK_CALLS.conversation, async ({ params, query }) => {
      const id = BigInt(params.id);
      const name = await nameOf(db, id);
      if (name === undefined) return refuse("RECORD_UNKNOWN");
      const size = query.page_size ?? PAGE;
      const before = /^\d{1,18}$/u.test(query.cursor ?? "") ? BigInt(query.cursor ?? "") : null;
      const found = await conversations.lines(id, { before, limit: size + 1 });
      const rows = found.slice(0, size);
      const operators = await operatorNames(
        db,
        rows.map(({ operatorId }) => operatorId),
      );
      const last = rows.at(-1);
      return accept({
        list: rows.map((line) => lineOf(line, operators)),
        nextCursor: found.length > size && last !== undefined ? String(last.id) : null,
        player: { id: params.id, name },
        unread: (await conversations.state(id)).unreadByDesk,
      });
    }),
    answerCall(room),
    bind(DESK_CALLS.readConversation, async ({ params }) =>
      (await conversations.read(BigInt(params.id))) === null ? refuse("RECORD_UNKNOWN") : accept(null),
    ),
  ];
}

function answerCall({ db, deeds, doors }: DeskRoom): BoundCall {
  return bind(DESK_CALLS.answerConversation, async ({ params, body }, context) => {
    const id = BigInt(params.id);
    if ((await nameOf(db, id)) === undefined) return refuse("RECORD_UNKNOWN");
    const { operatorId } = context.caller;
    const written = await doors.service.conversations.answer(
      { playerId: id, text: body.text, key: context.idempotencyKey, bodyHash: context.bodyHash },
      {
        operatorId,
        within: (tx, line) =>
          deeds.write(tx, context, {
            action: "conversation.answer",
            subject: `player ${id}`,
            detail: { line: String(line) },
          }),
      },
    );
    if (written.outcome === "conflict") return refuse("IDEMPOTENCY_CONFLICT");
    if (written.outcome === "picture-unknown") throw new Error("an answer without a picture lacks one");
    return accept(lineOf(written.line, await operatorNames(db, [operatorId])));
  });
}

/** The bytes of the pictures in conversations. */
export function pictureStream({ doors }: DeskRoom): StreamRoute {
  return operatorStream(DESK_PICTURES, (context, request, response) => {
    const id = (request.url ?? "").split("?")[0]?.split("/").at(-1) ?? "";
    const read = /^\d{1,18}$/u.test(id)
      ? doors.service.conversations.picture(BigInt(id))
      : Promise.resolve(null);
    read
      .then((bytes) => sendPicture(response, bytes))
      .catch((error: unknown) => {
        context.log.error({ err: error }, "a picture could not be read");
        response.destroy();
      });
  });
}

function sendPicture(response: ServerResponse, bytes: Buffer | null): void {
  response.writeHead(bytes === null ? 404 : 200, {
    "Content-Type": PICTURE_TYPE,
    "Content-Length": bytes?.length ?? 0,
  });
  response.end(response.req.method === "HEAD" ? undefined : (bytes ?? undefined));
}

const DESK_PICTURES = "/desk/api/pictures/:id";

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

/** Where a page of the list begins; a cursor that no list gave out reads from the start. */
function placeOf(cursor: string | undefined): ConversationPlace | undefined {
  const match = /^(open|closed)\.([01])\.(\d{1,18})$/u.exec(cursor ?? "");
  if (match === null) return undefined;
  return {
    status: match[1] === "closed" ? "closed" : "open",
    unread: match[2] === "1",
    lastLine: BigInt(match[3] ?? "0"),
  };
}
