import { Card, ListRow, XIcon } from "@lotus/ui";
import { useI18n, type I18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import type { ArchiveState } from "./archive-query.ts";
import styles from "./my-data.module.css";

const DAYS_OF_A_YEAR = 365;

/** "5 years" where it is a whole number of them, otherwise in days. */
function timeOf(days: number, { t }: I18n): string {
  return days % DAYS_OF_A_YEAR === 0
    ? t("privacy.years", { n: days / DAYS_OF_A_YEAR })
    : t("privacy.days", { n: days });
}

/** What is kept, for how long, in plain words; below it the way to close the account. */
export function Kept({ keeps }: { keeps: ArchiveState["keeps"] }) {
  const words = useI18n();
  const { t } = words;
  const rows = [
    [t("privacy.keep.account"), t("privacy.keep.accountTime", { time: timeOf(keeps.closed, words) })],
    [t("privacy.keep.books"), t("privacy.keep.booksTime")],
    [t("privacy.keep.logins"), timeOf(keeps.addresses, words)],
    [t("privacy.keep.messages"), timeOf(keeps.messages, words)],
    [
      t("privacy.keep.conversations"),
      t("privacy.keep.conversationsTime", { time: timeOf(keeps.conversations, words) }),
    ],
  ] as const;
  return (
    <>
      <section aria-labelledby="my-data-kept">
        <h2 className={styles.title} id="my-data-kept">
          {t("privacy.keep.title")}
        </h2>
        <Card>
          <dl className={styles.kept}>
            {rows.map(([what, time]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{time}</dd>
              </div>
            ))}
          </dl>
        </Card>
      </section>
      <Card padding="none">
        <ListRow
          icon={<XIcon size={20} />}
          title={t("app.page.closeAccount")}
          onClick={() => void navigation.push(href("closeAccount"))}
        />
      </Card>
    </>
  );
}
