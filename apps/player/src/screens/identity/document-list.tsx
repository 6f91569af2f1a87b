import { DOCUMENT_KINDS, PROVING_KINDS, type DocumentKind, type Identity } from "@lotus/contract";
import { Card, CircleAlertIcon, CircleCheckIcon, ImageIcon, ListRow, Spinner } from "@lotus/ui";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { sendDocument, showIdentity } from "./identity-queries.ts";
import styles from "./identity.module.css";

const OTHER_KINDS = DOCUMENT_KINDS.filter((kind) => !PROVING_KINDS.includes(kind));

/** Where an upload of a kind stands. */
type Standing = "missing" | "sending" | "failed" | "added";

/** The kinds of documents: a tap takes or chooses a photo of one and uploads it at once. */
export function DocumentList({ documents }: { documents: Identity["documents"] }) {
  const { t } = useI18n();
  const file = useRef<HTMLInputElement>(null);
  const wanted = useRef<DocumentKind>("passport");
  const upload = useMutation({ mutationFn: sendDocument, onSuccess: showIdentity });
  const standingOf = (kind: DocumentKind): Standing => {
    if (upload.variables?.kind === kind && upload.isPending) return "sending";
    if (upload.variables?.kind === kind && upload.isError) return "failed";
    return documents.some((one) => one.kind === kind && one.state === "uploaded") ? "added" : "missing";
  };
  const choose = (kind: DocumentKind) => {
    if (upload.isPending) return;
    wanted.current = kind;
    file.current?.click();
  };
  const rowsOf = (kinds: readonly DocumentKind[]) =>
    kinds.map((kind) => (
      <DocumentRow key={kind} kind={kind} standing={standingOf(kind)} onChoose={() => choose(kind)} />
    ));
  return (
    <section className={styles.documents} aria-labelledby="identity-documents">
      <h2 id="identity-documents" className={styles.title}>
        {t("identity.documents")}
      </h2>
      <p className={styles.hint}>{t("identity.documentsWords")}</p>
      {/* Phones offer the camera beside the gallery. */}
      <input
        ref={file}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={t("identity.add")}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (chosen !== undefined) upload.mutate({ kind: wanted.current, file: chosen });
        }}
      />
      <h3 className={styles.caption}>{t("identity.oneOf")}</h3>
      <Card padding="none">{rowsOf(PROVING_KINDS)}</Card>
      <h3 className={styles.caption}>{t("identity.besides")}</h3>
      <Card padding="none">{rowsOf(OTHER_KINDS)}</Card>
    </section>
  );
}

const WORDS = {
  missing: "identity.add",
  sending: "identity.sending",
  failed: "identity.failed",
  added: "identity.added",
} as const;
const ICONS = {
  missing: <ImageIcon size={20} />,
  sending: <Spinner />,
  failed: <CircleAlertIcon size={20} className={styles.failed} />,
  added: <CircleCheckIcon size={20} className={styles.added} />,
} as const;

interface DocumentRowProps {
  kind: DocumentKind;
  standing: Standing;
  onChoose: () => void;
}

function DocumentRow({ kind, standing, onChoose }: DocumentRowProps) {
  const { t } = useI18n();
  // A failure needs a line of its own; the rest stands beside the name.
  const words = <span aria-live="polite">{t(WORDS[standing])}</span>;
  return (
    <ListRow
      icon={ICONS[standing]}
      title={t(`identity.kind.${kind}`)}
      {...(standing === "failed" ? { detail: words } : { value: words })}
      chevron={false}
      onClick={onChoose}
    />
  );
}
