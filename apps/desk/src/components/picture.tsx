import { Box, Skeleton } from "@mui/material";
import { useEffect, useState } from "react";
import { useDesk } from "../shell/desk.ts";
import { useI18n } from "../i18n/use-i18n.ts";

/** A picture of the desk, fetched with the session's token, since a plain URL is not authorized. */
export function Picture({ path }: { readonly path: string }) {
  const t = useI18n();
  const { picture } = useDesk();
  const [url, setUrl] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let made: string | undefined;
    let gone = false;
    const fetchIt = async () => {
      const blob = await picture(path);
      if (gone) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    fetchIt().catch(() => setFailed(true));
    return () => {
      gone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [path, picture]);
  if (failed) return <span>{t("conversation.noPicture")}</span>;
  if (url === undefined) return <Skeleton variant="rounded" width={200} height={140} />;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <Box
        component="img"
        src={url}
        alt={t("conversation.picture")}
        sx={{ display: "block", maxWidth: "100%", maxHeight: 320, borderRadius: 2 }}
      />
    </a>
  );
}
