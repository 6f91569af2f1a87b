import type { RaThemeOptions } from "react-admin";
import { DARK, LIGHT, type Tokens } from "./tokens.ts";

const FONT = [
  "-apple-system",
  "BlinkMacSystemFont",
  '"Inter"',
  '"Roboto"',
  '"Segoe UI"',
  '"Noto Sans"',
  '"DejaVu Sans"',
  "sans-serif",
].join(",");

/** For order numbers, addresses and hashes, which are compared character by character. */
export const MONO = 'ui-monospace, "SF Mono", "Roboto Mono", "DejaVu Sans Mono", monospace';

/** A tablet upright. */
const NARROW = "@media (max-width: 899px)";

/** The most columns of a list, and the fewest of one with actions. */
const [FEWEST, MOST] = [3, 10];

/** In a narrow window what is to be done with a row stands under it, and covers nothing of it. */
const ACTIONS_UNDER_ROWS = (() => {
  const acting = "& table:has(td:last-child button)";
  const columns = Array.from({ length: MOST - FEWEST + 1 }, (_one, at) => FEWEST + at).map((count) => [
    `${acting}:has(th:nth-of-type(${count}):last-of-type)`,
    { display: "grid", gridTemplateColumns: `repeat(${count - 1}, auto)` },
  ]);
  const line = {
    display: "grid",
    gridColumn: "1 / -1",
    gridTemplateColumns: "subgrid",
    alignItems: "center",
  };
  return {
    ...Object.fromEntries(columns),
    [`${acting} :is(thead, tbody, tr)`]: line,
    [`${acting} td`]: { borderBottom: 0, overflowWrap: "anywhere" },
    [`${acting} tr > :last-child`]: { position: "static", gridColumn: "1 / -1" },
    [`${acting} td:last-child`]: { borderBottom: "1px solid", padding: "0 6px 7px" },
    [`${acting} th:last-child`]: { display: "none" },
  };
})();

export const lightTheme = themeOf("light", LIGHT);

export const darkTheme = themeOf("dark", DARK);

function themeOf(mode: "light" | "dark", t: Tokens): RaThemeOptions {
  return {
    palette: {
      mode,
      primary: { main: t.brandFill, dark: t.brandPress, light: t.brand, contrastText: "#ffffff" },
      secondary: { main: t.brandFill, dark: t.brandPress, contrastText: "#ffffff" },
      error: { main: t.red, light: t.redText, contrastText: "#ffffff" },
      warning: { main: t.amberText },
      info: { main: t.blueText },
      success: { main: t.brandFill, contrastText: "#ffffff" },
      background: { default: t.bg, paper: t.surface },
      text: { primary: t.text, secondary: t.text2, disabled: t.text3 },
      divider: t.line,
      bulkActionsToolbarBackgroundColor: t.brandTint,
    },
    shape: { borderRadius: 8 },
    spacing: 8,
    sidebar: { width: 232, closedWidth: 52 },
    typography: {
      fontFamily: FONT,
      fontSize: 13,
      h1: { fontSize: "1.375rem", fontWeight: 600 },
      h2: { fontSize: "1.125rem", fontWeight: 600 },
      h3: { fontSize: "1rem", fontWeight: 600 },
      h6: { fontSize: "1.0625rem", fontWeight: 600 },
      button: { textTransform: "none", fontWeight: 600 },
    },
    components: { ...frame(t), ...menu(t), ...tables(t), ...inputs(t) },
  };
}

/** The bars and the cards. */
function frame(t: Tokens): RaThemeOptions["components"] {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: "tabular-nums", WebkitFontSmoothing: "antialiased" },
        // Inside its box, where no edge of a table or a bar cuts it.
        ":root :focus-visible": { outline: "2px solid currentColor", outlineOffset: -2 },
        "@media (prefers-reduced-motion: reduce)": {
          "*, *::before, *::after": { transition: "none !important", animation: "none !important" },
        },
      },
    },
    MuiAppBar: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundColor: t.hero, backgroundImage: "none", color: "#ffffff" } },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: "none" } } },
    MuiCard: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { border: `1px solid ${t.line}`, borderRadius: 12 } },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          borderRadius: 16,
          border: `1px solid ${t.line}`,
          // Its middle scrolls; the title and the buttons stay in sight.
          "& > form": { display: "flex", flexDirection: "column", minHeight: 0 },
        },
      },
    },
    MuiTooltip: { defaultProps: { arrow: true } },
    MuiTab: {
      styleOverrides: {
        root: { "&.Mui-selected": { color: t.brandText, boxShadow: `inset 0 -2px 0 ${t.brandFill}` } },
      },
    },
    // In as many lines as they need: what is beside the window would not be found.
    MuiTabs: { styleOverrides: { list: { flexWrap: "wrap" }, indicator: { display: "none" } } },
    MuiLink: { styleOverrides: { root: { color: t.brandText } } },
    MuiFormLabel: {
      styleOverrides: {
        root: { "&.Mui-focused": { color: t.brandText }, "&.Mui-error": { color: t.redText } },
      },
    },
    MuiFormHelperText: { styleOverrides: { root: { "&.Mui-error": { color: t.redText } } } },
    RaLayout: {
      styleOverrides: {
        // A wide table scrolls in its card; the page never scrolls sideways.
        root: {
          minWidth: 0,
          "& .RaLayout-appFrame": { flexDirection: "row" },
          "& .RaLayout-contentWithSidebar": { minWidth: 0, flexBasis: 0 },
          "& .RaLayout-content": { padding: "0 16px 24px", minWidth: 0 },
        },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      variants: [
        { props: { variant: "text", color: "primary" }, style: { color: t.brandText } },
        { props: { variant: "outlined", color: "primary" }, style: { color: t.brandText } },
        { props: { variant: "outlined", color: "error" }, style: { color: t.redText } },
      ],
    },
  };
}

function menu(t: Tokens): RaThemeOptions["components"] {
  return {
    RaMenu: {
      styleOverrides: {
        root: {
          // A long name takes two lines; of the collapsed menu the icons are seen, and the names are heard.
          "&.RaMenu-open .MuiTypography-root": { whiteSpace: "normal" },
          "&.RaMenu-closed .MuiTypography-root": {
            position: "absolute",
            width: 1,
            height: 1,
            clipPath: "inset(50%)",
          },
          "&.RaMenu-closed .MuiMenuItem-root": { paddingInline: 6 },
        },
      },
    },
    RaMenuItemLink: {
      styleOverrides: {
        root: {
          color: t.text2,
          margin: "1px 8px",
          borderRadius: 8,
          minHeight: 36,
          "&.RaMenuItemLink-active": { color: t.brandText, backgroundColor: t.brandTint, fontWeight: 600 },
          "&.RaMenuItemLink-active .RaMenuItemLink-icon": { color: t.brandText },
          "& .RaMenuItemLink-icon": { minWidth: 32, color: t.text3 },
        },
      },
    },
  };
}

/** Dense rows with hairlines and an inconspicuous head. */
function tables(t: Tokens): RaThemeOptions["components"] {
  return {
    MuiTableCell: {
      styleOverrides: {
        root: {
          borderBottomColor: t.line,
          padding: "7px 12px",
          "&.MuiTableCell-paddingCheckbox": { padding: "0 8px" },
          [NARROW]: { padding: "7px 6px" },
        },
        head: {
          color: t.text3,
          fontWeight: 600,
          backgroundColor: t.surface,
          whiteSpace: "nowrap",
          [NARROW]: { whiteSpace: "normal" },
        },
      },
    },
    RaDatagrid: {
      styleOverrides: {
        root: {
          "& .RaDatagrid-headerCell": { backgroundColor: t.inset },
          "& .RaDatagrid-rowEven, & .RaDatagrid-rowOdd": { "&:hover": { backgroundColor: t.inset } },
        },
      },
    },
    RaList: {
      styleOverrides: {
        root: {
          "& .RaList-main": { minWidth: 0 },
          "& .RaList-content": { overflowX: "auto" },
          // However wide the rows are, what is to be done with each stays in sight.
          "& table:has(td:last-child button) tr > :last-child": {
            position: "sticky",
            insetInlineEnd: 0,
            backgroundColor: t.surface,
          },
          [NARROW]: ACTIONS_UNDER_ROWS,
          "& .RaList-actions": { marginTop: 8 },
        },
      },
    },
  };
}

function inputs(t: Tokens): RaThemeOptions["components"] {
  const plain = { variant: "outlined", size: "small", margin: "dense", fullWidth: true } as const;
  return {
    MuiTextField: { defaultProps: plain },
    MuiFormControl: { defaultProps: plain },
    MuiAutocomplete: { defaultProps: { fullWidth: true } },
    MuiOutlinedInput: { styleOverrides: { notchedOutline: { borderColor: t.lineField } } },
    RaToolbar: { styleOverrides: { root: { backgroundColor: t.inset } } },
  };
}
