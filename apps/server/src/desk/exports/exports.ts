import type { ServerResponse } from "node:http";
import { constants, deflateRawSync } from "node:zlib";
import { DESK_EXPORTS } from "@lotus/contract/desk";
import {
  CODES,
  csvLine,
  HTTP_STATUS,
  SPREADSHEET_TYPE,
  Spreadsheet,
  type CsvCell,
  type SheetCell,
} from "@lotus/contract";
import { offsetAt } from "@lotus/games";
import * as z from "zod/mini";
import { HeavyLane } from "../../http/heavy-lane.ts";
import {
  operatorStream,
  type OperatorCaller,
  type StreamContext,
  type StreamRoute,
} from "../../http/handler.ts";
import { dayOf, movementsBetween } from "../../ledger/ledger.ts";
import { transactionOf } from "../../wallet/wallet.ts";
import { readAudit } from "../audit/audit.ts";
import { instantOf } from "../lists.ts";
import { listOrders, type OrderType } from "../orders/orders.ts";
import { playerRows } from "../players/players.ts";
import type { DeskDeps } from "../desk-deps.ts";

type Kind = keyof typeof DESK_EXPORTS;

/** One page of a file: its lines, and the id below which the next page begins; null at the end. */
interface FilePage {
  readonly lines: readonly (readonly SheetCell[])[];
  readonly next: bigint | null;
}

/** The head of a column of times. */
interface TimeColumn {
  readonly times: string;
}

/** A file as its header and a reader of pages, so that it is never entirely in memory. */
interface FileOf {
  readonly head: readonly (string | TimeColumn)[];
  page(before: bigint | null): Promise<FilePage>;
}

const ROWS = 500;
/** Only one page is read at a time: a file may take long but must not delay other work. */
const LANE = { atOnce: 1, ofOne: 1, waitingOfOne: 3, waiting: 20, timeoutMs: 30_000 };
// Without this mark Excel assumes one of its old encodings.
const BYTE_ORDER_MARK = "\uFEFF";

/** The desk's file downloads. Who requests which, with which filter, is logged before the first line is sent. */
export function exportStreams(deskDeps: DeskDeps): StreamRoute[] {
  const deps = { ...deskDeps, lane: new HeavyLane(LANE) };
  return [
    route(deps, "recharges", (query) => ordersFile(deps, "recharge", query)),
    route(deps, "withdrawals", (query) => ordersFile(deps, "withdrawal", query)),
    route(deps, "players", (query) => playersFile(deps, query)),
    route(deps, "ledger", (query) => ledgerFile(deps, query)),
    route(deps, "audit", (query) => auditFile(deps, query)),
  ];
}

function route<K extends Kind>(
  deps: DeskDeps & { readonly lane: HeavyLane },
  kind: K,
  fileOf: (query: z.output<(typeof DESK_EXPORTS)[K]["query"]>) => FileOf,
): StreamRoute {
  const { path, action, query: schema } = DESK_EXPORTS[kind];
  return operatorStream({ path, action }, (context, request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://desk");
    const params = Object.fromEntries(searchParams);
    // A repeated parameter would be ambiguous.
    const isPlain = searchParams.size === Object.keys(params).length;
    const read = z.safeParse(schema, params);
    if (read.success && isPlain && !Object.values(params).some((value) => value.includes("\0"))) {
      // The schema of this same file has just parsed the query.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const file = fileOf(read.data as z.output<(typeof DESK_EXPORTS)[K]["query"]>);
      const written = deps.auditedActions.write(deps.db, context, { action, subject: kind, detail: params });
      written
        .then(() =>
          send(response, {
            file: inLane(deps.lane, context.caller, file),
            name: `${kind}-${dayOf(deps.config.now(), deps.config.timeZone)}`,
            form:
              params["format"] === "xlsx"
                ? sheetForm(kind, file.head, deps.config.timeZone)
                : csvForm(file.head),
          }),
        )
        .catch((error: unknown) => {
          context.log.error({ err: error, call: path }, "a file broke off");
          // The connection is cut rather than ended, so that a partial file is not taken for a complete one.
          response.destroy();
        });
    } else {
      refuseFile(deps, response, context);
    }
  });
}

async function send(
  response: ServerResponse,
  { file, name, form }: { readonly file: FileOf; readonly name: string; readonly form: FileForm },
): Promise<void> {
  response.writeHead(200, {
    "Content-Type": form.type,
    "Content-Disposition": `attachment; filename="${name}.${form.extension}"`,
  });
  if (response.req.method === "HEAD") {
    response.end();
    return;
  }
  for (let before: bigint | null = null; ;) {
    const page: FilePage = await file.page(before);
    const bytes = form.write(page.lines);
    if (bytes.length > 0 && !response.write(bytes)) await drained(response);
    if (response.destroyed || page.next === null) break;
    before = page.next;
  }
  response.end(form.end());
}

/** How a file is written. */
interface FileForm {
  readonly type: string;
  readonly extension: string;
  write(lines: FilePage["lines"]): string | Uint8Array;
  end(): Uint8Array | undefined;
}

/** Amounts with a point and times in UTC, for programs of every country. */
function csvForm(head: FileOf["head"]): FileForm {
  let begin = BYTE_ORDER_MARK + csvLine(head.map((name) => (typeof name === "string" ? name : name.times)));
  return {
    type: "text/csv; charset=utf-8",
    extension: "csv",
    write: (lines) => {
      const text = begin + lines.map((cells) => csvLine(cells.map(plain))).join("");
      begin = "";
      return text;
    },
    end: () => undefined,
  };
}

function plain(cell: SheetCell): CsvCell {
  if (cell === null || typeof cell !== "object") return cell;
  if ("at" in cell) return new Date(cell.at).toISOString();
  return "amount" in cell ? cell.amount : cell.day;
}

/** Cells that a spreadsheet shows in its reader's way; times by the house's clock, which their head names. */
function sheetForm(name: string, head: FileOf["head"], timeZone: string): FileForm {
  const sheet = new Spreadsheet({
    name,
    head: head.map((name) => (typeof name === "string" ? name : `${name.times} (${timeZone})`)),
    offsetAt: (at) => offsetAt(at, timeZone),
    deflate: (bytes) => deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }),
  });
  return {
    type: SPREADSHEET_TYPE,
    extension: "xlsx",
    write: (lines) => sheet.rows(lines),
    end: () => sheet.end(),
  };
}

/** Reads the pages of a file in the lane, in turn with those of other operators. */
function inLane(lane: HeavyLane, { operatorId }: OperatorCaller, { head, page }: FileOf): FileOf {
  return { head, page: (before) => lane.run(String(operatorId), () => page(before)) };
}

/** Resolves when the response has drained, or the client has disconnected. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) resolve();
    response.once("drain", resolve);
    response.once("close", resolve);
  });
}

function refuseFile(
  { translate, services }: DeskDeps,
  response: ServerResponse,
  { locale }: StreamContext<OperatorCaller>,
): void {
  const msg = translate(services.localeOf(locale) ?? "en-US", "codes.BAD_REQUEST");
  response.writeHead(HTTP_STATUS.BAD_REQUEST, {
    "Content-Type": "application/json; charset=utf-8",
  });
  response.end(JSON.stringify({ code: CODES.BAD_REQUEST, msg, data: null }));
}

function pageOf<Row extends { readonly id: bigint }>(
  rows: readonly Row[],
  line: (row: Row) => readonly SheetCell[],
): FilePage {
  const last = rows.at(-1);
  return { lines: rows.map(line), next: rows.length < ROWS || last === undefined ? null : last.id };
}

function ordersFile(deps: DeskDeps, type: OrderType, query: Parameters<typeof listOrders>[2]): FileOf {
  return {
    head: [
      "order",
      "status",
      "player id",
      "player",
      "channel",
      "amount",
      "fee",
      { times: "created" },
      { times: "finished" },
      "reason",
    ],
    page: async (before) =>
      pageOf(
        await listOrders(deps, { type, operatorId: null }, query, { before, limit: ROWS }),
        ({ record: order }) => [
          order.id,
          order.status,
          order.player.id,
          order.player.name,
          order.channel,
          { amount: order.amount },
          { amount: order.fee },
          instant(order.createdAt),
          instant(order.finishedAt),
          order.reason,
        ],
      ),
  };
}

function playersFile(
  { db, services }: DeskDeps,
  { status }: { readonly status?: "active" | "locked" | "closed" | undefined },
): FileOf {
  return {
    head: ["id", "username", "status", "balance", "hold", { times: "created" }, { times: "last login" }],
    page: async (before) => {
      const found = await services.accounts.findPlayers({
        limit: 100,
        ...(status === undefined ? {} : { status }),
        ...(before === null ? {} : { before }),
      });
      const rows = await playerRows(db, found);
      const last = found.at(-1);
      return {
        lines: rows.map((row) => [
          row.id,
          row.username,
          row.status,
          { amount: row.balance },
          { amount: row.hold },
          instant(row.createdAt),
          instant(row.lastLoginAt),
        ]),
        next: found.length < 100 || last === undefined ? null : last.id,
      };
    },
  };
}

function ledgerFile(
  { db }: DeskDeps,
  query: { readonly player_id: string; readonly from?: number | undefined; readonly to?: number | undefined },
): FileOf {
  const filter = {
    playerId: BigInt(query.player_id),
    codes: null,
    from: instantOf(query.from),
    to: instantOf(query.to),
  };
  return {
    head: ["number", "type", "amount", "balance after", { times: "time" }, "reference"],
    page: async (before) =>
      pageOf(await movementsBetween(db, filter, { before, limit: ROWS }), (movement) => {
        const row = transactionOf(movement);
        return [
          row.orderNo,
          row.type,
          { amount: row.amount },
          { amount: row.balanceAfter },
          instant(row.time),
          row.reference,
        ];
      }),
  };
}

function auditFile({ db }: DeskDeps, query: Parameters<typeof readAudit>[1]): FileOf {
  return {
    head: ["id", { times: "time" }, "operator", "role", "action", "subject", "reason", "detail", "address"],
    page: async (before) =>
      pageOf(await readAudit(db, query, { before, limit: ROWS }), ({ row }) => [
        row.id,
        instant(row.time),
        row.operator?.name ?? null,
        row.role,
        row.action,
        row.subject,
        row.reason,
        JSON.stringify(row.detail),
        row.address,
      ]),
  };
}

function instant(ms: number | null): SheetCell {
  return ms === null ? null : { at: ms };
}
