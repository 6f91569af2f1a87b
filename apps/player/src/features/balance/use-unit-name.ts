import { useI18n } from "../../i18n/use-i18n.tsx";
import { useAppConfig } from "../../queries/app-config.ts";

/** Name of one unit of the account: "thousand đồng (K)", or the currency's own sign. */
export function useUnitName(): string {
  const { t } = useI18n();
  const { currency } = useAppConfig();
  const inThousands = currency.code === "VND" && currency.bankUnits === 1000;
  return inThousands ? t("money.unitThousandDong", { symbol: currency.symbol }) : currency.symbol;
}
