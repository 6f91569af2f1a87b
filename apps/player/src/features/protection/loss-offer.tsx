import type { Money } from "@lotus/money";
import { Button, Strip } from "@lotus/ui";
import { wireMoney } from "../../api/wire-money.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { usePlayLimits } from "./play-limits.ts";

/** A loss of a day from which limits are offered, in minor units. */
const LOSSY = 500_00n;

/** After a day of losses: a quiet offer of limits and breaks. */
export function LossOffer() {
  const net = usePlayLimits().data?.net.day;
  const lost = net === undefined ? 0n : -wireMoney(net);
  return lost < LOSSY ? null : <Offer lost={lost} />;
}

function Offer({ lost }: { lost: Money }) {
  const { t, money } = useI18n();
  const { currency } = useAppConfig();
  return (
    <Strip
      shape="card"
      tone="brand"
      action={
        <Button variant="ghost" size="s" onClick={() => void navigation.push(href("limits"))}>
          {t("app.page.limits")}
        </Button>
      }
    >
      {t("protection.lossy", { amount: money(lost), unit: currency.symbol })}
    </Strip>
  );
}
