import { type DrawReport, type StreamStep } from "@lotus/fair";
import { type DrawFamily, numbersByStep, type SettledNumber } from "@lotus/games";
import { Card } from "@lotus/ui";
import { type I18n, useI18n } from "../../i18n/use-i18n.tsx";
import styles from "./verify.module.css";

/** How each number follows from the random value. Renders nothing before the draw. */
export function NumbersCard({ report, family }: { report: DrawReport; family: DrawFamily | undefined }) {
  const words = useI18n();
  const { computed } = report;
  const settled =
    family === undefined || computed === null ? [] : numbersByStep(family, computed.trace, computed.numbers);
  if (settled.length === 0) return null;
  return (
    <Card>
      <section className={styles.numbers}>
        <h3>{words.t("verify.numbers.heading")}</h3>
        <p>{words.t("verify.numbers.how")}</p>
        <ol className={styles.workings}>
          {settled.map((each) => (
            <li key={each.place}>
              {`${workingWords(each, family, words)} → `}
              <b>{each.number}</b>
            </li>
          ))}
        </ol>
      </section>
    </Card>
  );
}

/** "Place 10: 250 skipped, 157 ÷ 10 leaves 7". Cars are drawn from the last place up, so each says its place. */
function workingWords(
  { place, steps }: SettledNumber<StreamStep>,
  family: DrawFamily | undefined,
  { t }: I18n,
): string {
  const read = steps.map(({ byte, n, value }) =>
    value === null ? t("verify.numbers.skipped", { byte }) : t("verify.numbers.byte", { byte, n, value }),
  );
  const from = read.length === 0 ? t("verify.numbers.left") : read.join(", ");
  return family === "racing" ? `${t("verify.numbers.place", { place: place + 1 })}: ${from}` : from;
}
