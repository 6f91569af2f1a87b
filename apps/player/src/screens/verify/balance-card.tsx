import { CALLS, type CallData } from "@lotus/contract";
import { verifyLiability } from "@lotus/fair/liabilities";
import { Card, CheckIcon, ClockIcon, XIcon } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { wireMoney } from "../../api/wire-money.ts";
import { CopyValue } from "../../components/clipboard/copy-value.tsx";
import { shortHex } from "../../components/short-hex.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { api } from "../../session/api.ts";
import { useSession } from "../../session/session.ts";
import styles from "./verify.module.css";

type Line = NonNullable<CallData<typeof CALLS.liability>>;

/** Whether the player's balance is in the published sum of what the operator owes. Renders nothing without a session. */
export function BalanceCard() {
  const { t } = useI18n();
  const loggedIn = useSession((session) => session.accessToken !== "");
  const line = useQuery({
    queryKey: ["liability"],
    queryFn: ({ signal }) => api.call(CALLS.liability, {}, { signal, hideErrors: true }),
    enabled: loggedIn,
  });
  if (!loggedIn || line.data === undefined) return null;
  return (
    <Card>
      <section className={styles.balance}>
        <h3>{t("verify.balance.title")}</h3>
        {line.data === null ? (
          <p className={styles.answer}>
            <ClockIcon size={16} aria-hidden />
            {t("verify.balance.none")}
          </p>
        ) : (
          <Verified line={line.data} />
        )}
      </section>
    </Card>
  );
}

function Verified({ line }: { line: Line }) {
  const { t, money, dateTime } = useI18n();
  const isIn = useMemo(() => isInSum(line), [line]);
  if (!isIn)
    return (
      <p className={styles.answer} data-state="wrong">
        <XIcon size={16} aria-hidden />
        {t("verify.balance.wrong")}
      </p>
    );
  const amount = wireMoney(line.cash) + wireMoney(line.held);
  const values = { at: dateTime(line.at), amount: money(amount) };
  return (
    <>
      <p className={styles.answer} data-state="good">
        <CheckIcon size={16} aria-hidden />
        {t("verify.balance.right")}
      </p>
      <p>
        {line.sum === null
          ? t("verify.balance.few", values)
          : t("verify.balance.words", { ...values, sum: money(line.sum) })}
      </p>
      <p>{t("verify.balance.limits")}</p>
      <p className={styles.stepWords}>{t("verify.balance.root")}</p>
      <div className={styles.hex}>
        <code>{shortHex(line.root, 16, 8)}</code>
        <CopyValue label={t("verify.copy", { name: t("verify.balance.title") })} value={line.root} />
      </div>
    </>
  );
}

/** Whether the own line leads to the published root and sum. */
function isInSum({ player, cash, held, blind, index, path, root, sum }: Line): boolean {
  return verifyLiability({ player, cash, held, blind }, { index, path }, { root, sum });
}
