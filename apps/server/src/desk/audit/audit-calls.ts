import { DESK_CALLS } from "@lotus/contract/desk";
import { accept, bind } from "../../http/handler.ts";
import { deskPage } from "../lists.ts";
import type { DeskDeps } from "../desk-deps.ts";
import { checkAuditChain } from "./audit-chain.ts";
import { readAudit } from "./audit.ts";

/** Calls that read the audit log. */
export function auditCalls({ db }: DeskDeps) {
  return {
    audit: bind(DESK_CALLS.audit, async ({ query }) => {
      const { rows, nextCursor } = await deskPage(query, (at) => readAudit(db, query, at));
      return accept({ list: rows.map(({ row }) => row), nextCursor });
    }),
    auditChain: bind(DESK_CALLS.auditChain, async () => accept(await checkAuditChain(db.heavy))),
  };
}
