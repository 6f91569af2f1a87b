import { ApiError } from "@lotus/client";
import { Card, ListRow, Sheet, Skeleton, useLastShown } from "@lotus/ui";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FailedState } from "../../../components/failed-state.tsx";
import { request } from "../../../api/request.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./about.module.css";

const licensed = z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.string() });
type Licensed = z.output<typeof licensed>;

/** A file written by the build: every library whose code is part of the app. */
const partsQuery = queryOptions({
  queryKey: ["parts"],
  queryFn: async ({ signal }) => {
    const { status, data } = await request({ url: "/licences.json", signal });
    const read = z.safeParse(z.array(licensed), data);
    if (read.success) return read.data;
    throw new ApiError({ code: status, msg: "no licences", kind: "http", status });
  },
  staleTime: Infinity,
});

/** The libraries in this app; a tap shows the licence. */
export function Parts() {
  const { t } = useI18n();
  const parts = useQuery(partsQuery);
  const [shown, setShown] = useState<Licensed | undefined>();
  return (
    <section>
      <h2 className={styles.heading}>{t("device.parts.title")}</h2>
      {parts.isPending && <Skeleton width="100%" height={208} radius={16} />}
      {parts.isError && <FailedState error={parts.error} onRetry={() => void parts.refetch()} />}
      {parts.data !== undefined && (
        <Card padding="none">
          {parts.data.map((part) => (
            <ListRow
              key={part.name}
              title={part.name}
              value={`${part.licence} · ${part.version}`}
              onClick={() => setShown(part)}
            />
          ))}
        </Card>
      )}
      {parts.data !== undefined && <p className={styles.hint}>{t("device.parts.words")}</p>}
      <Licence part={shown} onClose={() => setShown(undefined)} />
    </section>
  );
}

function Licence({ part, onClose }: { part: Licensed | undefined; onClose: () => void }) {
  const { t } = useI18n();
  const shown = useLastShown(part);
  return (
    <Sheet open={part !== undefined} onClose={onClose} title={shown?.name ?? ""} closeLabel={t("app.close")}>
      <p className={styles.licence} lang="en">
        {shown?.text === "" ? shown.licence : shown?.text}
      </p>
    </Sheet>
  );
}
