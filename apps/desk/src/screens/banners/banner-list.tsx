import { Box, Card, Typography } from "@mui/material";
import type { DESK_CALLS } from "@lotus/contract/desk";
import type { CallData } from "@lotus/contract";
import { useListContext } from "react-admin";
import { PagedList } from "../../parts/paged-list.tsx";
import { StateChip } from "../../parts/state-chip.tsx";
import { useWords } from "../../words/use-words.ts";

type BannerRow = CallData<typeof DESK_CALLS.banners>["list"][number];

/** The banners of the players' home screen, in their order. */
export function BannerList() {
  const t = useWords();
  return (
    <PagedList title={t("resources.banners.name")}>
      <Banners />
    </PagedList>
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
        <Card key={banner.id}>
          {banner.picture !== "" && (
            <Box
              component="img"
              src={banner.picture}
              alt=""
              sx={{ width: "100%", aspectRatio: "2.5", objectFit: "cover" }}
            />
          )}
          <Box sx={{ p: 1.5, display: "flex", gap: 1, alignItems: "center" }}>
            <Typography sx={{ flex: 1, fontWeight: 600 }}>{banner.title}</Typography>
            <StateChip
              tone={banner.shown ? "good" : "quiet"}
              label={t(banner.shown ? "banner.shown" : "banner.hidden")}
            />
          </Box>
        </Card>
      ))}
    </Box>
  );
}
