import { Box, Typography, useMediaQuery } from "@mui/material";
import { useEffect, useRef, type ReactNode } from "react";
import {
  AppBar,
  Layout,
  LocalesMenuButton,
  Logout,
  ToggleThemeButton,
  UserMenu,
  RefreshIconButton,
  Sidebar,
  TitlePortal,
  useLocaleState,
  useRefresh,
  useSidebarState,
} from "react-admin";
import { ActionDialogs } from "../actions/action-dialogs.tsx";
import { Freshness } from "../components/freshness.tsx";
import { Password } from "../screens/password/password.tsx";
import { useI18n } from "../i18n/use-i18n.ts";
import { FindBox } from "./find-box.tsx";
import { SystemState } from "./system-state.tsx";
import { Troubles } from "./troubles.tsx";
import { DeskMenu } from "./desk-menu.tsx";
import { PasswordItem } from "./password-item.tsx";
import { TimeZone } from "./time-zone.tsx";
import { useDesk } from "../shell/desk.ts";
import { useConfig } from "../shell/use-config.ts";

/** Bar, menu and page. Until a one-time password is replaced, only the form to replace it. */
export function DeskLayout({ children }: { readonly children?: ReactNode }) {
  const { id, mustChangePassword } = useConfig();
  const { live } = useDesk();
  useEffect(() => {
    // Until the one-time password is replaced, the server refuses the event stream.
    if (id === "" || mustChangePassword) return undefined;
    live.start();
    return () => live.stop();
  }, [live, id, mustChangePassword]);
  useInLanguage();
  useMenuByWidth();
  return (
    <Layout appBar={mustChangePassword ? DeskBar : BarAndMenu} menu={Nothing} sidebar={Nothing}>
      {!mustChangePassword && <Troubles />}
      <ActionDialogs>
        <Freshness>{mustChangePassword ? <Password /> : children}</Freshness>
      </ActionDialogs>
      <TimeZone />
    </Layout>
  );
}

/** Refetches texts made by the server after a change of language. */
function useInLanguage(): void {
  const [locale] = useLocaleState();
  const refresh = useRefresh();
  const requested = useRef(locale);
  useEffect(() => {
    if (requested.current === locale) return;
    requested.current = locale;
    refresh();
  }, [locale, refresh]);
}

/** On a tablet the menu is collapsed to its icons until it is opened: the tables need the space. */
function useMenuByWidth(): void {
  const [, setOpen] = useSidebarState();
  const narrow = useMediaQuery("(max-width: 1023px)", { noSsr: true });
  useEffect(() => {
    setOpen(!narrow);
  }, [narrow, setOpen]);
}

/** In place of the layout's own menu, which it puts into the page's main part. */
function Nothing() {
  return null;
}

/** The bar, and the menu beside the page: the theme sets both in a row. */
function BarAndMenu() {
  const t = useI18n();
  return (
    <>
      <DeskBar />
      <nav aria-label={t("menu.title")}>
        <Sidebar>
          <DeskMenu />
        </Sidebar>
      </nav>
    </>
  );
}

function DeskBar() {
  return (
    <AppBar toolbar={<Toolbar />} userMenu={<DeskUserMenu />}>
      <DeskTitle />
      <TitlePortal component="h1" variant="h6" sx={TITLE} />
    </AppBar>
  );
}

/** A long title takes two lines, but not on a phone, which has no room for any. */
const TITLE = {
  mx: 2,
  "@media (min-width: 600px)": { whiteSpace: "normal", overflowWrap: "anywhere", lineHeight: 1.2 },
  "@media (max-width: 1279px)": { fontSize: "0.95rem" },
};

/** Shows only the icon where the title of the page needs the room; the text stays as the accessible name. */
const ICON_WHERE_NARROW = {
  "@media (max-width: 899px)": {
    "& .MuiButton-root": { minWidth: 40, px: 1, fontSize: 0 },
    "& .MuiButton-startIcon": { mx: 0 },
    "& .MuiButton-endIcon": { display: "none" },
  },
};

function Toolbar() {
  const { mustChangePassword } = useConfig();
  return (
    <>
      {!mustChangePassword && <FindBox />}
      <SystemState />
      <Box component="span" sx={ICON_WHERE_NARROW}>
        <LocalesMenuButton />
      </Box>
      <ToggleThemeButton />
      {/* Hidden on a phone for lack of space; live events keep pages up to date. */}
      <Box component="span" sx={{ display: { xs: "none", sm: "inline-flex" } }}>
        <RefreshIconButton />
      </Box>
    </>
  );
}

function DeskUserMenu() {
  const { name } = useConfig();
  return (
    <UserMenu label={name}>
      <PasswordItem />
      <Logout />
    </UserMenu>
  );
}

/** The title of the desk and the role of the signed-in operator. */
function DeskTitle() {
  const t = useI18n();
  const { role } = useDesk();
  const { title } = useConfig();
  const own = role();
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.25 }}>
      <Box component="img" src="/icon.svg" alt="" sx={{ width: 26, height: 26, borderRadius: 1.5 }} />
      <Typography sx={{ fontWeight: 650, display: { xs: "none", md: "block" } }}>{title}</Typography>
      {own !== undefined && (
        <Box
          component="span"
          sx={{
            display: { xs: "none", md: "inline" },
            px: 1,
            borderRadius: 1,
            bgcolor: "rgba(255,255,255,.14)",
            fontSize: "0.78rem",
          }}
        >
          {t(`role.${own}`)}
        </Box>
      )}
    </Box>
  );
}
