import { ArrowUpFromLineIcon, Button, StateScreen } from "@lotus/ui";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { HelpLines } from "./help-lines.tsx";
import styles from "./protection.module.css";
import { forgetRegisterStop, type RegisterStop } from "./register-stop.ts";

/** Shown in place of what a register of the licence closes: why, whom to ask, and that money can be withdrawn. */
export function RegisterPage({ stop }: { stop: RegisterStop }) {
  const { t } = useI18n();
  return (
    <div className={styles.onBreak}>
      <StateScreen
        picture={<LotusPond state="moon" />}
        title={t(`protection.register.${stop}.title`)}
        action={stop === "person" ? <IdentityButton /> : <WithdrawButton />}
        links={stop === "excluded" ? undefined : <AgainButton />}
      >
        {t(`protection.register.${stop}.words`)}
      </StateScreen>
      {stop === "excluded" && <HelpLines />}
    </div>
  );
}

function WithdrawButton() {
  const { t } = useI18n();
  return (
    <Button
      icon={<ArrowUpFromLineIcon size={20} aria-hidden />}
      onClick={() => void navigation.push(href("withdraw"))}
    >
      {t("app.page.withdraw")}
    </Button>
  );
}

function IdentityButton() {
  const { t } = useI18n();
  return (
    <Button
      onClick={() => {
        // Back here, the board is there again.
        forgetRegisterStop();
        void navigation.push(href("identity"));
      }}
    >
      {t("protection.register.person.give")}
    </Button>
  );
}

function AgainButton() {
  const { t } = useI18n();
  return (
    <Button variant="outline" onClick={forgetRegisterStop}>
      {t("app.retry")}
    </Button>
  );
}
