import { Box, Button, MenuItem, TextField, Typography } from "@mui/material";
import { BANNER_DRAWINGS, type BannerDrawing, PICTURE_MAX_BYTES } from "@lotus/contract";
import { LOCALE_NAMES, LOCALES } from "@lotus/locales";
import { tidyCode, tidyTyped } from "@lotus/money";
import { useState } from "react";
import { base64Of } from "../../components/base64.ts";
import { PictureInput } from "../../components/picture-input.tsx";
import { useI18n } from "../../i18n/use-i18n.ts";

/** The draft of a banner. */
export interface BannerDraft {
  readonly title: string;
  readonly words: string;
  /** Empty for readers of every language. */
  readonly language: string;
  /** Undefined keeps the picture that the banner has. */
  readonly drawing: BannerDrawing | undefined;
  /** A picture in place of the drawing, in base64. */
  readonly picture: { readonly name: string; readonly base64: string } | undefined;
  readonly link: string;
  readonly position: string;
}

/** Nothing written yet. */
export const EMPTY_BANNER: BannerDraft = {
  title: "",
  words: "",
  language: "",
  drawing: "lotus",
  picture: undefined,
  link: "",
  position: "0",
};
const POSITION = /^\d{1,3}$/u;

interface BannerFieldsProps {
  /** The banner already has a picture, which may stay. */
  readonly keepsPicture?: boolean;
  readonly draft: BannerDraft;
  readonly onChange: (part: Partial<BannerDraft>) => void;
}

/** Whether the server would accept the draft. */
export function isFinished({ title, position }: BannerDraft): boolean {
  return tidyTyped(title) !== "" && POSITION.test(tidyCode(position));
}

/** A draft as the body of the calls. */
export function bodyOf({ title, words, language, drawing, picture, link, position }: BannerDraft) {
  return {
    title: title.trim(),
    words: words.trim(),
    language: language === "" ? null : language,
    ...(picture === undefined ? (drawing === undefined ? {} : { drawing }) : { picture: picture.base64 }),
    link: tidyTyped(link) === "" ? null : link,
    position: Number(tidyCode(position)),
  };
}

/** The fields of a banner. */
export function BannerFields({ draft, keepsPicture = false, onChange }: BannerFieldsProps) {
  const t = useI18n();
  return (
    <>
      <TextField
        label={t("banner.title")}
        value={draft.title}
        onChange={({ target }) => onChange({ title: target.value })}
        slotProps={{ htmlInput: { maxLength: 140 } }}
        required
      />
      <TextField
        label={t("banner.words")}
        multiline
        value={draft.words}
        onChange={({ target }) => onChange({ words: target.value })}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <TextField
        select
        label={t("banner.language")}
        value={draft.language}
        onChange={({ target }) => onChange({ language: target.value })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t("filter.any")}</MenuItem>
        {LOCALES.map((locale) => (
          <MenuItem key={locale} value={locale} lang={locale}>
            {LOCALE_NAMES[locale]}
          </MenuItem>
        ))}
      </TextField>
      <PictureChoice draft={draft} keepsPicture={keepsPicture} onChange={onChange} />
      <TextField
        label={t("banner.link")}
        helperText={t("banner.linkHint")}
        value={draft.link}
        onChange={({ target }) => onChange({ link: target.value })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        label={t("banner.position")}
        helperText={t("banner.positionHint")}
        value={draft.position}
        error={!POSITION.test(tidyCode(draft.position))}
        onChange={({ target }) => onChange({ position: target.value })}
        slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 20 } }}
      />
    </>
  );
}

/** A drawing of the app, or a picture from this machine in its place. */
function PictureChoice({ draft, keepsPicture = false, onChange }: BannerFieldsProps) {
  const t = useI18n();
  const [problem, setProblem] = useState("");
  const take = async (file: File) => {
    setProblem(file.size > PICTURE_MAX_BYTES ? t("banner.tooLarge") : "");
    if (file.size <= PICTURE_MAX_BYTES)
      onChange({ picture: { name: file.name, base64: await base64Of(file) } });
  };
  return (
    <>
      <TextField
        select
        label={t("banner.drawing")}
        value={draft.drawing ?? ""}
        disabled={draft.picture !== undefined}
        onChange={({ target }) =>
          onChange({ drawing: BANNER_DRAWINGS.find((each) => each === target.value) })
        }
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        {keepsPicture && <MenuItem value="">{t("banner.keepPicture")}</MenuItem>}
        {BANNER_DRAWINGS.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`banner.drawing.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", my: 0.5 }}>
        <PictureInput label={t("banner.picture")} onChoose={(file) => void take(file)}>
          {t("banner.picture")}
        </PictureInput>
        {draft.picture !== undefined && (
          <>
            <Typography noWrap>{draft.picture.name}</Typography>
            <Button size="small" onClick={() => onChange({ picture: undefined })}>
              {t("banner.noPicture")}
            </Button>
          </>
        )}
      </Box>
      {problem !== "" && (
        <Typography role="alert" sx={{ color: "error.light" }}>
          {problem}
        </Typography>
      )}
    </>
  );
}
