import type { CALLS, CallData } from "@lotus/contract";
import { Button, Dialog, Figure } from "@lotus/ui";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { elapsedText } from "./play-session.ts";
import styles from "./protection.module.css";

interface RealityCheckProps {
  open: boolean;
  /** It is not only looked at: it cannot be put away without an answer. */
  mustAnswer: boolean;
  /** "1:02:03" */
  elapsed: string;
  /** Undefined until the server has answered. */
  figures: CallData<typeof CALLS.playSince> | undefined;
  /** How long play still pauses, in milliseconds. */
  pauseMs: number;
  onAnswer: () => void;
}

/** How long the player has played, what was staked and won; leads on, to the bets, or to a break. */
export function RealityCheck(props: RealityCheckProps) {
  const { open, mustAnswer, elapsed, figures, pauseMs, onAnswer } = props;
  const { t, money } = useI18n();
  const leave = (url: string) => {
    onAnswer();
    void navigation.push(url);
  };
  return (
    <Dialog
      open={open}
      onClose={mustAnswer ? () => undefined : onAnswer}
      role={mustAnswer ? "alertdialog" : "dialog"}
      title={t("protection.now.title", { time: elapsed })}
      actions={
        <div className={styles.answers}>
          <Button disabled={pauseMs > 0} onClick={onAnswer}>
            {pauseMs > 0
              ? t("protection.now.pause", { time: elapsedText(pauseMs) })
              : t("protection.now.continue")}
          </Button>
          <Button variant="tint" onClick={() => leave(href("limits", { section: "break" }))}>
            {t("protection.break.title")}
          </Button>
          <Button variant="ghost" onClick={() => leave(href("bettingRecords", { from: "result" }))}>
            {t("protection.now.history")}
          </Button>
        </div>
      }
    >
      <dl className={styles.facts}>
        {(["staked", "won", "net"] as const).map((name) => (
          <div key={name}>
            <dt>{t(`protection.now.${name}`)}</dt>
            <dd>
              <Figure align="end">
                {figures === undefined ? "–" : money(figures[name], { signed: name === "net" })}
              </Figure>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
