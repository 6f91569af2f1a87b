import { ArrowDownToLineIcon, ArrowUpFromLineIcon, BalanceCard, Button } from "@lotus/ui";
import { LotusOutline } from "../../artwork/lotus.tsx";
import { useSettings } from "../../session/settings.ts";
import { useBalance } from "../../session/user-info.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { HoldsLine } from "./holds.tsx";
import { useUnitName } from "./use-unit-name.ts";

/** The player's balance, hidden or shown, with the buttons for recharge and withdrawal. */
export function PlayerBalance() {
  const { t, money } = useI18n();
  const balance = useBalance();
  const { balanceHidden, setBalanceHidden } = useSettings();
  return (
    <BalanceCard
      label={t("money.balance")}
      amount={balance.data === undefined ? undefined : money(balance.data)}
      hidden={balanceHidden}
      onToggleHidden={() => setBalanceHidden(!balanceHidden)}
      showLabel={t("money.showBalance")}
      hideLabel={t("money.hideBalance")}
      onRefresh={() => void balance.refetch()}
      refreshLabel={t("money.refreshBalance")}
      unit={useUnitName()}
      note={<HoldsLine />}
      ornament={<LotusOutline />}
    >
      <Button
        variant="hero"
        size="s"
        icon={<ArrowDownToLineIcon aria-hidden />}
        onClick={() => void navigation.push(href("recharge"))}
      >
        {t("app.page.recharge")}
      </Button>
      <Button
        variant="heroQuiet"
        size="s"
        icon={<ArrowUpFromLineIcon aria-hidden />}
        onClick={() => void navigation.push(href("withdraw"))}
      >
        {t("app.page.withdraw")}
      </Button>
    </BalanceCard>
  );
}
