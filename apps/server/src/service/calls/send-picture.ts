import { CALLS, PICTURE_MAX_BYTES } from "@lotus/contract";
import { accept, bind, refuse, type BoundCall } from "../../http/handler.ts";
import type { ServiceDeps } from "../service-deps.ts";

/** Uploads a picture for a line of the conversation. */
export function sendPictureCall({ pictures }: ServiceDeps): BoundCall<typeof CALLS.servicePicture> {
  return bind(CALLS.servicePicture, async ({ body }, { caller }) => {
    const stored = await pictures.ofPlayer(caller.playerId, Buffer.from(body.data, "base64"));
    if (stored.ok) return accept({ id: String(stored.id), width: stored.width, height: stored.height });
    if (stored.why === "too-fast") return refuse("SERVICE_TOO_FAST", { values: { seconds: stored.seconds } });
    if (stored.why === "not-accepted") return refuse("PICTURE_NOT_ACCEPTED");
    return refuse("PICTURE_TOO_LARGE", { values: { megabytes: PICTURE_MAX_BYTES / 1024 / 1024 } });
  });
}
