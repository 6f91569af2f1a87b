import { DESK_CALLS } from "@lotus/contract/desk";
import { useState } from "react";
import { ActionButton } from "../../actions/action-button.tsx";
import { useDesk } from "../../shell/desk.ts";
import { useI18n } from "../../i18n/use-i18n.ts";
import { BannerFields, bodyOf, EMPTY_BANNER, isFinished } from "./banner-fields.tsx";

/** Adds a banner, with one of the app's drawings or a picture of one's own. */
export function NewBanner() {
  const t = useI18n();
  const { call } = useDesk();
  const [draft, setDraft] = useState(EMPTY_BANNER);
  return (
    <ActionButton
      action="banner.write"
      variant="main"
      label={t("banner.new")}
      ready={isFinished(draft)}
      fields={<BannerFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />}
      run={({ idempotencyKey }) => call(DESK_CALLS.addBanner, { body: bodyOf(draft) }, { idempotencyKey })}
      onDone={() => setDraft(EMPTY_BANNER)}
    />
  );
}
