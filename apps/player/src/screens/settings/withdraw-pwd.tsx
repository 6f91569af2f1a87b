import { useState } from "react";
import { usePasskeysHere } from "../../features/passkeys/passkeys-here.ts";
import { ChangeTransPassword } from "./change-trans-password.tsx";
import { ResetTransPassword } from "./reset-trans-password.tsx";

/** Changes the withdrawal password, or sets a new one by a passkey if it is forgotten. */
export function Screen() {
  const here = usePasskeysHere();
  const [forgotten, setForgotten] = useState(false);
  if (forgotten) return <ResetTransPassword onKnown={() => setForgotten(false)} />;
  return <ChangeTransPassword {...(here === "here" && { onForgotten: () => setForgotten(true) })} />;
}
