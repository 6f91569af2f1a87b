import { CALLS } from "@lotus/contract";
import { Card, Skeleton } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { CopyOnHold } from "../../../components/clipboard/copy-on-hold.tsx";
import { CopyValue } from "../../../components/clipboard/copy-value.tsx";
import { gamesQuery } from "../../../features/game-data/queries.ts";
import { api } from "../../../session/api.ts";
import { useI18n } from "../../../i18n/use-i18n.tsx";
import styles from "./about.module.css";

/** The key that signs every draw, read from the proof of a period on sale. Renders nothing if that is not available. */
export function OperatorKey() {
  const { t } = useI18n();
  const games = useQuery(gamesQuery);
  const onSale = games.data?.list.find(({ current }) => current !== null);
  const prizeNo = onSale?.current?.prizeNo ?? "";
  const gameCode = onSale?.gameCode ?? "";
  const key = useQuery({
    queryKey: ["houseKey"],
    queryFn: async ({ signal }) => {
      const proof = await api.call(
        CALLS.proof,
        { params: { gameCode, prizeNo } },
        { signal, hideErrors: true },
      );
      return proof.publicKey;
    },
    enabled: prizeNo !== "",
    staleTime: Infinity,
  });
  if (games.isError || key.isError || (games.isSuccess && prizeNo === "")) return null;
  return (
    <section>
      <h2 className={styles.heading}>{t("device.key.title")}</h2>
      <Card>
        {key.data === undefined ? (
          <Skeleton width="100%" height={44} />
        ) : (
          <div className={styles.key}>
            <CopyOnHold value={key.data}>
              <code>{key.data}</code>
            </CopyOnHold>
            <CopyValue label={t("device.key.copy")} value={key.data} />
          </div>
        )}
        <p className={styles.words}>{t("device.key.words")}</p>
      </Card>
    </section>
  );
}
