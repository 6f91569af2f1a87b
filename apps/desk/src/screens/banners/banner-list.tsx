import { Box, Card, Typography } from "@mui/material";
import { BANNER_DRAWINGS, type CallData } from "@lotus/contract";
import { DESK_CALLS } from "@lotus/contract/desk";
import { useListContext } from "react-admin";
import { ActionButton } from "../../actions/action-button.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { Picture } from "../../parts/picture.tsx";
import { StateChip } from "../../parts/state-chip.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useWords } from "../../words/use-words.ts";
import { NewBanner } from "./new-banner.tsx";

type BannerRow = CallData<typeof DESK_CALLS.banners>["list"][number];

/** The banners of the players' home screen, in their order. */
export function BannerList() {
  const t = useWords();
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
  const t = useWords();
  const { data = [] } = useListContext<BannerRow>();
  if (data.length === 0)
    return (
      <Typography color="textSecondary" sx={{ p: 3 }}>
        {t("banner.none")}
      </Typography>
    );
  return (
    <Box sx={{ p: 2, display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(280px, 1fr))" }}>
      {data.map((banner) => (
        <Banner key={banner.id} banner={banner} />
      ))}
    </Box>
  );
}

function Banner({ banner }: { readonly banner: BannerRow }) {
  const t = useWords();
  const { call } = useDesk();
  const { id, title, picture, language, link, position, shown } = banner;
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
      <Box sx={{ p: 1.5, display: "grid", gap: 1, justifyItems: "start" }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{title}</Typography>
        <Typography variant="caption" color="textSecondary">
          {position} · {language ?? t("filter.any")}
          {link === null ? "" : ` · ${link}`}
        </Typography>
        <Box sx={{ display: "flex", gap: 1, alignItems: "center", width: "100%" }}>
          <StateChip tone={shown ? "good" : "quiet"} label={t(shown ? "banner.shown" : "banner.hidden")} />
          <Box sx={{ flex: 1 }} />
          <ActionButton
            action="banner.write"
            look="danger"
            label={t("banner.remove")}
            summary={title}
            run={() => call(DESK_CALLS.removeBanner, { params: { id } })}
          />
        </Box>
      </Box>
    </Card>
  );
}
