import { NavBar } from "@lotus/ui";
import { LegalText } from "../../../parts/legal/legal-text.tsx";
import { navigation } from "../../../shell/navigation.ts";
import { useWords } from "../../../words/use-words.tsx";

/** The house's terms text. */
export function Screen() {
  const { t } = useWords();
  return (
    <>
      <NavBar title={t("app.page.terms")} onBack={() => void navigation.back()} backLabel={t("app.back")} />
      <LegalText document="terms" />
    </>
  );
}
