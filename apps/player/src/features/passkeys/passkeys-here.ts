import { useAppConfig, type AppConfig } from "../../queries/app-config.ts";

/**
 * Whether passkeys can be used in this window: `off` if the server has none, `elsewhere` if the app is open at another
 * address than theirs (an IP address, say), `unsupported` if this browser has none.
 */
export type PasskeysHere = "here" | "off" | "elsewhere" | "unsupported";

/** Whether passkeys can be used in this window, by the server's configuration. */
export function passkeysHere({ passkeysAt }: Pick<Partial<AppConfig>, "passkeysAt">): PasskeysHere {
  if (passkeysAt === undefined) return "off";
  // First: at an address without TLS a browser hides that it has any.
  if (location.origin !== passkeysAt) return "elsewhere";
  return typeof window.PublicKeyCredential === "function" ? "here" : "unsupported";
}

export function usePasskeysHere(): PasskeysHere {
  return passkeysHere(useAppConfig());
}
