import { expect } from "vitest";
import type { DeskServer, Reply } from "./desk-server.ts";

/** Name and both halves of the code by which an operator enrols. */
export interface EnrolmentCode {
  readonly name: string;
  readonly first_half: string;
  readonly second_half: string;
}

/** The server of a test, and the tokens of two admins. */
export interface EnrolmentDesk {
  readonly server: DeskServer;
  readonly one: string;
  readonly two: string;
}

export const ENROLMENT_PASSWORD = "a boat by the old quay";
const REASON = "joins the desk today";

/** The steps of enrolment. `desk` is read at each call, as tests open their server in `beforeAll`. */
export function enrolmentSteps(desk: () => EnrolmentDesk) {
  const post = (path: string, token: string | undefined, body: object = {}): Promise<Reply> =>
    desk().server.desk("POST", `/desk/api/${path}`, token, body);
  const confirm = (request: Reply, token = desk().two): Promise<Reply> =>
    post(`operatorRequests/${request.data.record.id}/confirm`, token);
  const codeOnly = ({ name, first_half, second_half }: EnrolmentCode): EnrolmentCode => ({
    name,
    first_half,
    second_half,
  });
  return {
    post,
    confirm,
    begin: (code: EnrolmentCode) => post("enrolment/begin", undefined, codeOnly(code)),
    finish: (code: EnrolmentCode, oneTime: string, password = ENROLMENT_PASSWORD) =>
      post("enrolment/finish", undefined, { ...codeOnly(code), password, code: oneTime }),
    secretOf: (begun: Reply): string => new URL(begun.data.otpauthUri).searchParams.get("secret") ?? "",
    /** An operator whom two admins agreed on, with the code by which they enrol. */
    agreed: async (name: string, role = "cashier"): Promise<EnrolmentCode & { readonly id: string }> => {
      const requested = await post("operators", desk().one, { name, role, reason: REASON });
      const confirmed = await confirm(requested);
      expect([requested.code, confirmed.code]).toEqual([0, 0]);
      const { id } = confirmed.data.record.operator;
      return { id, name, first_half: requested.data.half, second_half: confirmed.data.half };
    },
  };
}
