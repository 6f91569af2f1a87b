import { Button, Card, ListRow, Sheet, StateScreen, useLastShown } from "@lotus/ui";
import { useState } from "react";
import { matchesSearch } from "../../components/matches-search.ts";
import { SearchField } from "../../components/search-field.tsx";
import { LotusPond } from "../../artwork/lotus-pond.tsx";
import { useAppConfig } from "../../queries/app-config.ts";
import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Contacts } from "./contacts.tsx";
import { bodyOf, HELP, titleOf, type Article } from "./help-articles.ts";
import styles from "./service.module.css";

/** The help centre: a search that ignores diacritics, and ways to contact the operator. */
export function Help({ onChat }: { onChat: () => void }) {
  const { t } = useI18n();
  const [search, setSearch] = useState("");
  const [open, setOpen] = useState<Article | undefined>();
  const found = HELP.map(({ group, articles }) => ({
    group,
    articles: articles.filter((article) => matchesSearch(search, [t(titleOf(article)), t(bodyOf(article))])),
  })).filter(({ articles }) => articles.length > 0);
  return (
    <>
      <SearchField label={t("service.search")} maxLength={60} value={search} onSearch={setSearch} />
      {found.length === 0 && (
        <StateScreen
          picture={<LotusPond state="bud" />}
          title={t("service.searchNone")}
          action={
            <Button variant="tint" onClick={onChat}>
              {t("service.write")}
            </Button>
          }
        >
          {t("service.searchNoneWords")}
        </StateScreen>
      )}
      {found.map(({ group, articles }) => (
        <section key={group} className={styles.group} aria-labelledby={`help-${group}`}>
          <h2 id={`help-${group}`}>{t(`help.group.${group}`)}</h2>
          <Card padding="none">
            {articles.map((article) => (
              <ListRow key={article} title={t(titleOf(article))} onClick={() => setOpen(article)} />
            ))}
          </Card>
        </section>
      ))}
      <Contacts onChat={onChat} />
      <Legal />
      <ArticleSheet article={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

function Legal() {
  const { t } = useI18n();
  const { terms } = useAppConfig();
  return (
    <section className={styles.group} aria-labelledby="help-legal">
      <h2 id="help-legal">{t("service.legal")}</h2>
      <Card padding="none">
        {(["terms", "privacy"] as const).map((page) => (
          <ListRow
            key={page}
            title={t(`app.page.${page}`)}
            value={terms === undefined ? undefined : t("service.version", { version: terms[page] })}
            href={href(page)}
            onClick={() => void navigation.push(href(page))}
          />
        ))}
      </Card>
    </section>
  );
}

function ArticleSheet({ article, onClose }: { article: Article | undefined; onClose: () => void }) {
  const { t } = useI18n();
  const shown = useLastShown(article);
  return (
    <Sheet
      open={article !== undefined}
      onClose={onClose}
      title={shown === undefined ? "" : t(titleOf(shown))}
      closeLabel={t("app.close")}
    >
      {shown !== undefined && <p className={styles.article}>{t(bodyOf(shown))}</p>}
      {shown === "limits" && (
        <Button variant="tint" block onClick={() => void navigation.push(href("limits"))}>
          {t("app.page.limits")}
        </Button>
      )}
    </Sheet>
  );
}
