import { SERVICE_TEXT_MAX } from "@lotus/contract";
import { tidyTyped } from "@lotus/money";
import { IconButton, ImageIcon, SendIcon, VisuallyHidden } from "@lotus/ui";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type KeyboardEvent } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { newDraft, sendDraft, type Draft } from "./chat-queries.ts";
import styles from "./chat.module.css";

/** Field for a new line. A line that could not be sent stays, and a retry uses the same key. */
export function Composer() {
  const { t } = useI18n();
  const { text, setText, send, isSending } = useDraft();
  const file = useRef<HTMLInputElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send(null);
  };
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send(null);
      }}
    >
      <input
        ref={file}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={t("service.addPicture")}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (chosen !== undefined) send(chosen);
        }}
      />
      <IconButton
        label={t("service.addPicture")}
        icon={<ImageIcon size={22} />}
        disabled={isSending}
        onClick={() => file.current?.click()}
      />
      <label className={styles.field}>
        <VisuallyHidden>{t("service.newLine")}</VisuallyHidden>
        <textarea
          rows={1}
          value={text}
          maxLength={SERVICE_TEXT_MAX}
          placeholder={t("service.newLine")}
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <IconButton
        type="submit"
        label={t(isSending ? "service.sending" : "service.send")}
        icon={<SendIcon size={22} />}
        aria-busy={isSending}
        disabled={isSending || tidyTyped(text) === ""}
      />
    </form>
  );
}

/** The current draft. A draft that could not be sent keeps its key for a retry as long as it is unchanged. */
function useDraft() {
  const [text, setText] = useState("");
  const tried = useRef<Draft | undefined>(undefined);
  const { mutate, isPending: isSending } = useMutation({
    mutationFn: sendDraft,
    onSuccess: () => {
      tried.current = undefined;
      setText("");
    },
  });
  const send = (picture: File | null) => {
    if (isSending || (picture === null && tidyTyped(text) === "")) return;
    const words = text.slice(0, SERVICE_TEXT_MAX);
    if (tried.current?.text !== words || tried.current.picture !== picture) {
      tried.current = newDraft(words, picture);
    }
    mutate(tried.current);
  };
  return { text, setText, send, isSending };
}
