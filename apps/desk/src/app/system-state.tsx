import { Box } from "@mui/material";
import { Link } from "react-admin";
import { useConnected, useWaiting } from "../shell/use-live.ts";
import { useI18n } from "../i18n/use-i18n.ts";

/** More characters than this do not fit beside the title of a page. */
const LONG = 56;

/** Whether the books are right and payouts run, on every page, so that a breach is always noticed. */
export function SystemState() {
  const t = useI18n();
  const waiting = useWaiting();
  const problems = useProblems();
  if (waiting === undefined) return null;
  const well = problems.length === 0;
  const isLong = problems.join(" · ").length > LONG;
  const label = well ? t(waiting.books === "right" ? "state.well" : "state.unchecked") : problems.join(" · ");
  return (
    <Box component="output" sx={{ mr: 1, minWidth: 0 }}>
      <Link
        to="/"
        aria-label={label}
        sx={{
          px: 1.25,
          py: 0.25,
          borderRadius: 1,
          display: "flex",
          alignItems: "center",
          gap: 0.75,
          // On a phone a problem takes two lines, so that all else in the bar stays within reach.
          whiteSpace: { xs: "normal", sm: "nowrap" },
          lineHeight: { xs: 1.2, sm: "inherit" },
          fontSize: { xs: "0.7rem", sm: "0.8rem" },
          fontWeight: 600,
          color: "#ffffff",
          bgcolor: well ? "rgba(255,255,255,.14)" : "#a3221c",
          textDecoration: "none",
          "&:hover": { textDecoration: "underline" },
        }}
      >
        <Box
          component="span"
          aria-hidden
          sx={{
            flex: "none",
            width: 8,
            height: 8,
            borderRadius: "50%",
            bgcolor: well ? "#7fe0c4" : "#ffffff",
          }}
        />
        {/* On a phone the dot alone means that all is well; a problem is shown in words at any width. */}
        {/* Several problems have no room but in a wide window, and many in none; each is named below the bar. */}
        {problems.length > 1 && (
          <Box component="span" sx={isLong ? {} : { display: { lg: "none" } }}>
            {t("state.problems", { count: problems.length })}
          </Box>
        )}
        <Box
          component="span"
          sx={{
            minWidth: 0,
            overflow: "hidden",
            textOverflow: "ellipsis",
            maxWidth: { lg: "36vw" },
            ...(well && { display: { xs: "none", sm: "inline" } }),
            ...(problems.length > 1 && { display: isLong ? "none" : { xs: "none", lg: "inline" } }),
          }}
        >
          {label}
        </Box>
      </Link>
    </Box>
  );
}

/** What is wrong now, each in a few words. */
function useProblems(): readonly string[] {
  const t = useI18n();
  const waiting = useWaiting();
  const connected = useConnected();
  if (waiting === undefined) return [];
  const { books, money, latePeriods, ruleVoids, stops, troubles } = waiting;
  return [
    ...(books === "wrong" ? [t("state.booksWrong")] : []),
    ...(money === "stopped" ? [t("state.moneyStopped")] : []),
    ...troubles
      .filter(({ kind }) => kind !== "witness" && kind !== "relay")
      .map(({ kind }) => t(`trouble.${kind}`)),
    ...(ruleVoids > 0 ? [t("state.void", { count: ruleVoids })] : []),
    ...(stops.length > 0 ? [t("state.stopped")] : []),
    ...(latePeriods > 0 ? [t("state.late", { count: latePeriods })] : []),
    ...(connected ? [] : [t("state.offline")]),
  ];
}
