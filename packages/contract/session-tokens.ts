import * as z from "zod/mini";

/** The two tokens of a session: the access token, and the jwt that renews it. */
export const session = z.object({ token: z.string(), jwt: z.string() });
