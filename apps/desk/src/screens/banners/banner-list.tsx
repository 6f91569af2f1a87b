import { LOCALE_NAMES, LOCALES } from "@lotus/locales";
import { Box, Card, Typography } from "@mui/material";
import { BANNER_DRAWINGS } from "@lotus/contract";
import { DESK_CALLS, type BannerRow } from "@lotus/contract/desk";
import { useState } from "react";
import { useListContext } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { PagedList } from "../../components/paged-list.tsx";
import { Picture } from "../../components/picture.tsx";
import { StateChip } from "../../components/state-chip.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { BannerFields, bodyOf, isFinished, type BannerDraft } from "./banner-fields.tsx";
import { NewBanner } from "./new-banner.tsx";

/** The banners of the players' home screen, in their order. */
export function BannerList() {
  const t = useI18n();
  return (
    <>
      <Box sx={{ mt: 2 }}>
        <NewBanner />
      </Box>
      <PagedList title={t("resources.banners.name")}>
        <Banners />
      </PagedList>
    </>
  );
}

function Banners() {
  const { data = [] } = useListContext<BannerRow>();
  return (
    <Box sx={{ p: 2, display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(280px, 1fr))" }}>
      {data
        .toSorted((a, b) => a.position - b.position || Number(a.id) - Number(b.id))
        .map((banner) => (
          <Banner key={banner.id} banner={banner} />
        ))}
    </Box>
  );
}

function Banner({ banner }: { readonly banner: BannerRow }) {
  const t = useI18n();
  const { title, words, picture, language, link, position, shown } = banner;
  const drawing = BANNER_DRAWINGS.find((each) => each === picture);
  return (
    <Card sx={{ display: "flex", flexDirection: "column" }}>
      {drawing === undefined ? (
        <Picture path={picture} />
      ) : (
        <Box sx={{ p: 2, bgcolor: "background.default", color: "text.secondary" }}>
          {t("banner.drawing")}: {t(`banner.drawing.${drawing}`)}
        </Box>
      )}
      <Box sx={{ p: 1.5, display: "grid", gap: 1, flex: 1, alignContent: "start" }}>
        <Box sx={{ display: "flex", gap: 1, alignItems: "start" }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere", flex: 1 }}>{title}</Typography>
          <StateChip tone={shown ? "good" : "quiet"} label={t(shown ? "banner.shown" : "banner.hidden")} />
        </Box>
        {words !== "" && (
          <Typography color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
            {words}
          </Typography>
        )}
        <Typography variant="caption" color="textSecondary">
          {t("banner.position")} {position} · {nameOf(language) ?? t("filter.any")}
          {link === null ? "" : ` · ${link}`}
        </Typography>
      </Box>
      <BannerActions banner={banner} />
    </Card>
  );
}

/** The language of a banner by its own name; undefined if it is for all. */
function nameOf(language: string | null): string | undefined {
  const known = LOCALES.find((each) => each === language);
  return known === undefined ? undefined : LOCALE_NAMES[known];
}

function BannerActions({ banner }: { readonly banner: BannerRow }) {
  const t = useI18n();
  const { call } = useDesk();
  const { id, title, hidden } = banner;
  const params = { id };
  const present = draftOf(banner);
  const [draft, setDraft] = useState(present);
  return (
    <Box sx={{ p: 1.5, pt: 0, display: "flex", gap: 1, flexWrap: "wrap" }}>
      <ActionButton
        action="banner.write"
        label={t("banner.edit")}
        ready={isFinished(draft)}
        onOpen={() => setDraft(present)}
        fields={
          <BannerFields
            draft={draft}
            keepsPicture={present.drawing === undefined}
            onChange={(part) => setDraft({ ...draft, ...part })}
          />
        }
        run={({ idempotencyKey }) =>
          call(DESK_CALLS.changeBanner, { params, body: bodyOf(draft) }, { idempotencyKey })
        }
      />
      <ActionButton
        action="banner.write"
        label={t(hidden ? "banner.show" : "banner.hide")}
        summary={title}
        run={({ idempotencyKey }) =>
          call(DESK_CALLS.changeBanner, { params, body: { hidden: !hidden } }, { idempotencyKey })
        }
      />
      <ActionButton
        action="banner.write"
        variant="danger"
        label={t("banner.remove")}
        summary={title}
        run={({ idempotencyKey }) => call(DESK_CALLS.removeBanner, { params }, { idempotencyKey })}
      />
    </Box>
  );
}

function draftOf({ title, words, language, picture, link, position }: BannerRow): BannerDraft {
  return {
    title,
    words,
    language: language ?? "",
    drawing: BANNER_DRAWINGS.find((each) => each === picture),
    picture: undefined,
    link: link ?? "",
    position: String(position),
  };
}
