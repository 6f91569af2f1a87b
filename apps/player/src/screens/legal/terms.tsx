import { NavBar } from "@lotus/ui";
import { LegalText } from "../../features/legal-text.tsx";
import { navigation } from "../../shell/navigation.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

/** The operator's terms text. */
export function Screen() {
  const { t } = useI18n();
  return (
    <>
      <NavBar title={t("app.page.terms")} onBack={() => void navigation.back()} backLabel={t("app.back")} />
      <LegalText document="terms" />
    </>
  );
}
