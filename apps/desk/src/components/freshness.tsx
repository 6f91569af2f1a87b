import { Alert, Box } from "@mui/material";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import { useI18n } from "../i18n/use-i18n.ts";
import { useConfig } from "../shell/use-config.ts";

const LOOK_MS = 1_000;
/** Data older than this many of their intervals are stale: one answer may be late. */
const INTERVALS = 3;

/** What was read on an earlier visit is not called old at once: its first answer may take this long. */
const FIRST_ANSWER_MS = 5_000;

const StaleContext = createContext<number | undefined>(undefined);

/** When the oldest stale data of the page were read, by this window's clock; undefined while all are fresh. */
export function useStaleSince(): number | undefined {
  return useContext(StaleContext);
}

/**
 * When the oldest of the polled data was read (epoch ms), if it is stale; undefined otherwise. `shown` maps each query's hash to
 * the time at which the page first showed it, and is updated here.
 */
function staleSince(client: QueryClient, now: number, shown: Map<string, number>): number | undefined {
  const active = client.getQueryCache().findAll({ type: "active" });
  const hashes = new Set(active.map(({ queryHash }) => queryHash));
  for (const hash of shown.keys()) if (!hashes.has(hash)) shown.delete(hash);
  for (const hash of hashes) if (!shown.has(hash)) shown.set(hash, now);
  const stale = active
    .filter(
      ({ queryHash, state: { fetchStatus } }) =>
        fetchStatus !== "fetching" || now - (shown.get(queryHash) ?? now) >= FIRST_ANSWER_MS,
    )
    .flatMap(({ observers, state: { dataUpdatedAt } }) => {
      const every = observers.flatMap(({ options }) =>
        typeof options.refetchInterval === "number" ? options.refetchInterval : [],
      );
      const isStale =
        every.length > 0 && dataUpdatedAt > 0 && now - dataUpdatedAt > INTERVALS * Math.min(...every);
      return isStale ? dataUpdatedAt : [];
    });
  return stale.length === 0 ? undefined : Math.min(...stale);
}

/**
 * Says above the page that its data are old, and takes the colours from them: no green is older than it looks. They
 * stay as dark as they were, to be read.
 */
export function Freshness({ children }: { readonly children: ReactNode }) {
  const t = useI18n();
  const { time, now } = useConfig();
  const client = useQueryClient();
  const [since, setSince] = useState<number>();
  // By the clock of the server, as all times of the desk.
  const [ahead, setAhead] = useState(0);
  useEffect(() => {
    const shown = new Map<string, number>();
    const timer = window.setInterval(() => {
      const at = Date.now();
      setSince(staleSince(client, at, shown));
      setAhead(now() - at);
    }, LOOK_MS);
    return () => window.clearInterval(timer);
  }, [client, now]);
  return (
    <StaleContext.Provider value={since}>
      {since !== undefined && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {t("stale.page", { time: time(since + ahead) })}
        </Alert>
      )}
      <Box sx={since === undefined ? {} : { filter: "grayscale(1)" }}>{children}</Box>
    </StaleContext.Provider>
  );
}
