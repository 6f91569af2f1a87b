import type { ServiceLine } from "@lotus/contract";
import { joinClasses, Sheet, Skeleton, VisuallyHidden } from "@lotus/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { pictureQuery } from "./chat-queries.ts";
import styles from "./chat.module.css";

/** One line: sender, text, time, and for the player's own whether the desk has read it. */
export function ChatLine({ line, read }: { line: ServiceLine; read: boolean }) {
  const { t, dateTime } = useI18n();
  const own = line.from === "player";
  return (
    <li className={joinClasses(styles.line, own && styles.own)}>
      <VisuallyHidden>{t(own ? "service.you" : "service.desk")}</VisuallyHidden>
      {line.picture !== null && <ChatPicture picture={line.picture} />}
      {line.text !== null && <p className={styles.words}>{line.text}</p>}
      <p className={styles.when}>
        {dateTime(line.time)}
        {own && read && ` · ${t("service.read")}`}
      </p>
    </li>
  );
}

function ChatPicture({ picture }: { picture: NonNullable<ServiceLine["picture"]> }) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const { data: address, isError } = useQuery(pictureQuery(picture.id));
  if (isError) return <p className={styles.words}>{t("service.pictureFailed")}</p>;
  if (address === undefined) return <Skeleton width={160} height={120} radius={12} />;
  const { width, height } = picture;
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={t("service.openPicture")}
        onClick={() => setOpen(true)}
      >
        <img src={address} width={width} height={height} alt={t("service.picture")} />
      </button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t("service.picture")}
        closeLabel={t("app.close")}
      >
        <div className={styles.whole}>
          {/* Named by the title. */}
          <img src={address} width={width} height={height} alt="" />
        </div>
      </Sheet>
    </>
  );
}
