import * as z from "zod/mini";
import { typed } from "../typed-fields.ts";
import { defineDeskCall } from "./desk-call.ts";
import { oneTimeCode, operatorName, operatorPassword } from "./session.ts";

/** One half of an enrolment code as typed: letters and digits in any grouping. */
const typedHalf = typed(z.minLength(1), z.maxLength(60));

const halves = { name: operatorName, first_half: typedHalf, second_half: typedHalf };

export const beginEnrolment = defineDeskCall({
  method: "POST",
  path: "/desk/api/enrolment/begin",
  summary:
    "Begins an operator's enrolment by the two halves of their code; answers what their authenticator is set up by, " +
    "another each time.",
  auth: "public",
  rate: "entry",
  body: z.strictObject(halves),
  data: z.object({
    /** The name in its original spelling. */
    name: z.string(),
    /** For an authenticator, as text or QR. */
    otpauthUri: z.string(),
  }),
  refusals: ["ENROLMENT_WRONG", "TOO_MANY_ATTEMPTS"],
});

export const finishEnrolment = defineDeskCall({
  method: "POST",
  path: "/desk/api/enrolment/finish",
  summary:
    "Sets an operator's password, once the code that their authenticator shows has proved it. The halves are used up.",
  auth: "public",
  rate: "entry",
  body: z.strictObject({ ...halves, password: operatorPassword, code: oneTimeCode }),
  data: z.null(),
  refusals: [
    "ENROLMENT_WRONG",
    "ENROLMENT_CODE_WRONG",
    "PASSWORD_IS_USERNAME",
    "PASSWORD_TOO_COMMON",
    "TOO_MANY_ATTEMPTS",
  ],
});
