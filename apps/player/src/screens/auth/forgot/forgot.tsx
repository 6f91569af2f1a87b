import { useState } from "react";
import { navigation } from "../../../shell/navigation.ts";
import { href } from "../../../shell/routes.ts";
import { RequestCode, type CodeRequest } from "./request-code.tsx";
import { SetNewPassword } from "./set-new-password.tsx";

/** Resets a forgotten login password: a code by mail, then a new password. */
export function Screen() {
  const [request, setRequest] = useState<CodeRequest | undefined>();
  const leave = () =>
    void (navigation.getState().page?.index === 0 ? navigation.relaunch(href("login")) : navigation.back());
  return request === undefined ? (
    <RequestCode onRequested={setRequest} onBack={leave} />
  ) : (
    <SetNewPassword request={request} onAgain={() => setRequest(undefined)} />
  );
}
