import { ModalOpening } from "@lotus/ui";
import { createRoot, type Root } from "react-dom/client";
import { loadCatalog } from "../../i18n/i18n.ts";
import { WordsProvider } from "../../i18n/use-i18n.tsx";
import { coverPage } from "../../shell/navigation.ts";
import { KeysDialog } from "./keys-dialog.tsx";

let root: Root | undefined;

/** Lists the keys over whatever page is open. */
export function showKeys(): void {
  root ??= createRoot(document.body.appendChild(document.createElement("div")));
  void loadCatalog("wide").then(() => render(true));
}

function render(open: boolean): void {
  root?.render(
    <WordsProvider>
      <ModalOpening value={coverPage}>
        <KeysDialog open={open} onClose={() => render(false)} />
      </ModalOpening>
    </WordsProvider>,
  );
}
