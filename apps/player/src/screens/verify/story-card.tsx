import type { VerifyMessageKey } from "@lotus/locales";
import { Card, CheckIcon, CircleAlertIcon, ClockIcon, XIcon } from "@lotus/ui";
import { FairnessPicture } from "../../artwork/fairness-picture.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { Answered } from "./story.ts";
import styles from "./verify.module.css";

const QUESTIONS = {
  know: "verify.know.title",
  change: "verify.change.title",
  watch: "verify.watch.title",
} as const satisfies Record<Answered["key"], VerifyMessageKey>;

const SIGNS = {
  good: <CheckIcon size={16} aria-hidden />,
  warn: <CircleAlertIcon size={16} aria-hidden />,
  wrong: <XIcon size={16} aria-hidden />,
  open: <ClockIcon size={16} aria-hidden />,
} as const;

/** Three questions about a draw, each with a picture and its answer. */
export function StoryCard({ story }: { story: readonly Answered[] }) {
  const { t } = useI18n();
  return (
    <Card>
      <ol className={styles.story}>
        {story.map(({ key, state, answer, words }) => (
          <li key={key}>
            <FairnessPicture of={key} />
            <div>
              <h3>{t(QUESTIONS[key])}</h3>
              <p className={styles.answer} data-state={state}>
                {SIGNS[state]}
                {answer}
              </p>
              {words.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
