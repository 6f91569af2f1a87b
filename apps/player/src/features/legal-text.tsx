import { LEGAL_VERSIONS, type LegalDocument } from "@lotus/locales";
import { SkeletonGroup, Skeleton, StateScreen, Button } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { LotusPond } from "../artwork/lotus-pond.tsx";
import { useAppConfig } from "../queries/app-config.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { loadGuide } from "../i18n/i18n.ts";
import styles from "./legal-text.module.css";

export type { LegalDocument } from "@lotus/locales";

const SECTIONS = {
  terms: ["terms.who", "terms.play", "terms.money", "terms.draws", "terms.account", "terms.care"],
  privacy: [
    "privacy.what",
    "privacy.why",
    "privacy.who",
    "privacy.keep",
    "privacy.devices",
    "privacy.rights",
  ],
} as const;

/** The terms or the privacy text, loaded with the guide's catalogue on first use. */
export function LegalText({ document }: { document: LegalDocument }) {
  const { t, locale } = useI18n();
  const { title } = useAppConfig();
  const guide = useQuery({
    queryKey: ["guide", locale],
    queryFn: () => loadGuide().then(() => true),
    staleTime: Infinity,
  });
  if (guide.isError) {
    return (
      <StateScreen
        picture={<LotusPond state="petal" />}
        title={t("app.state.loadFailed.title")}
        action={<Button onClick={() => void guide.refetch()}>{t("app.reload")}</Button>}
      />
    );
  }
  if (guide.data === undefined) {
    return (
      <SkeletonGroup label={t("app.loading")} className={styles.text}>
        {["60%", "100%", "92%", "100%", "70%"].map((width) => (
          <Skeleton key={width} width={width} height={14} />
        ))}
      </SkeletonGroup>
    );
  }
  return (
    <article className={styles.text}>
      <p>{t("app.settings.version", { version: LEGAL_VERSIONS[document] })}</p>
      {SECTIONS[document].map((section) => (
        <section key={section}>
          <h2 className={styles.title}>{t(`rules.${section}.title`)}</h2>
          <p>{t(`rules.${section}.words`, { title })}</p>
        </section>
      ))}
    </article>
  );
}
