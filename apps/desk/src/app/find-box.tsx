import { Alert, Box, Button, Dialog, DialogContent, DialogTitle, IconButton, TextField } from "@mui/material";
import Search from "@mui/icons-material/Search";
import { DESK_CALLS, type Found } from "@lotus/contract/desk";
import { tidyTyped } from "@lotus/money";
import { useCallback, useEffect, useRef, useState, type FormEvent } from "react";
import { Link, useLogoutIfAccessDenied, useRedirect } from "react-admin";
import { OrderNo } from "../components/order-no.tsx";
import { MONO } from "../style/theme.ts";
import { useI18n } from "../i18n/use-i18n.ts";
import { useDesk } from "../shell/desk.ts";

/** Outcome of a search; there is none before the first. */
type Outcome = { readonly text: string; readonly list: readonly Found[] } | { readonly error: string };

const MAX_LENGTH = 254;

/** The one search of the desk, on every page: from the bar or with Ctrl+K (⌘K on a Mac). */
export function FindBox() {
  const t = useI18n();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      // Otherwise the browser's own search bar would open.
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button
        color="inherit"
        size="small"
        startIcon={<Search />}
        onClick={() => setOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
        sx={{ display: { xs: "none", md: "inline-flex" }, mr: 1, bgcolor: "rgba(255,255,255,.14)", px: 1.5 }}
      >
        {t("find.open")}
        <Box component="kbd" aria-hidden sx={{ ml: 1, opacity: 0.85, fontFamily: MONO, fontSize: "0.72rem" }}>
          {t("find.keys")}
        </Box>
      </Button>
      <IconButton
        color="inherit"
        onClick={() => setOpen(true)}
        aria-label={t("find.open")}
        sx={{ display: { xs: "inline-flex", md: "none" } }}
      >
        <Search />
      </IconButton>
      <Dialog open={open} onClose={close} fullWidth maxWidth="sm" aria-labelledby="find-title">
        <DialogTitle id="find-title">{t("find.title")}</DialogTitle>
        <DialogContent>
          <FindForm onLeave={close} />
        </DialogContent>
      </Dialog>
    </>
  );
}

/** The query and its results. A single result is opened at once. */
function FindForm({ onLeave }: { readonly onLeave: () => void }) {
  const t = useI18n();
  const { call } = useDesk();
  const redirect = useRedirect();
  const logoutIfDenied = useLogoutIfAccessDenied();
  const [text, setText] = useState("");
  const [outcome, setOutcome] = useState<Outcome>();
  const latest = useRef(0);
  const search = async (typed: string): Promise<void> => {
    latest.current += 1;
    const own = latest.current;
    try {
      const { list } = await call(DESK_CALLS.find, { body: { text: typed } });
      // The late response of an earlier search is ignored.
      if (own !== latest.current) return;
      const [only, ...others] = list;
      if (only !== undefined && others.length === 0) {
        onLeave();
        redirect(pathOf(only));
      } else setOutcome({ text: typed, list });
    } catch (error) {
      if (own === latest.current)
        setOutcome({ error: error instanceof Error ? error.message : String(error) });
      await logoutIfDenied(error);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = tidyTyped(text);
    if (typed !== "") void search(typed);
  };
  return (
    <Box component="search" sx={{ display: "grid", gap: 2, pt: 1 }}>
      <Box component="form" onSubmit={submit} sx={{ display: "flex", gap: 1, alignItems: "start" }}>
        <TextField
          // The dialog is opened to type into it.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          fullWidth
          type="search"
          label={t("find.label")}
          helperText={t("find.hint")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { maxLength: MAX_LENGTH, autoComplete: "off", spellCheck: false } }}
        />
        <Button type="submit" variant="contained" sx={{ mt: 0.5 }}>
          {t("find.go")}
        </Button>
      </Box>
      <Box component="output" sx={{ display: "block" }}>
        {outcome !== undefined && <Results outcome={outcome} onLeave={onLeave} />}
      </Box>
    </Box>
  );
}

function Results({ outcome, onLeave }: { readonly outcome: Outcome; readonly onLeave: () => void }) {
  const t = useI18n();
  if ("error" in outcome) return <Alert severity="error">{outcome.error}</Alert>;
  const { text, list } = outcome;
  if (list.length === 0) return <Alert severity="info">{t("find.none", { text })}</Alert>;
  return (
    <>
      <Box sx={{ color: "text.secondary", mb: 0.5 }}>{t("find.count", { count: list.length })}</Box>
      <Box component="ul" aria-label={t("find.results")} sx={{ m: 0, p: 0, listStyle: "none" }}>
        {list.map((one) => (
          <Box
            component="li"
            key={`${one.kind} ${one.id}`}
            sx={{ borderTop: 1, borderColor: "divider", "& a": { display: "block", py: 1 } }}
          >
            <Link to={pathOf(one)} onClick={onLeave}>
              {t(`find.kind.${one.kind}`)} <OrderNo>{one.id}</OrderNo>
              {one.player !== null && ` · ${one.player.name}`}
            </Link>
          </Box>
        ))}
      </Box>
    </>
  );
}

/** Path of a result. A bet is shown among those of its player, a conversation next to the others. */
function pathOf({ kind, id, player }: Found): string {
  if (kind === "bet") return `/players/${player?.id ?? ""}/show?bet=${id}`;
  if (kind === "conversation") return `/conversations?open=${id}`;
  return `/${kind}s/${id}/show`;
}
