import { Badge, Box } from "@mui/material";
import FileDownload from "@mui/icons-material/FileDownload";
import HowToReg from "@mui/icons-material/HowToReg";
import { SECOND_ACTIONS, secondKind } from "@lotus/contract/desk";
import type { ReactElement } from "react";
import { Menu, useSidebarState } from "react-admin";
import { useMay } from "../actions/why-not.ts";
import { readActionOf, type ResourceName } from "../provider/resources.ts";
import { listPages } from "./pages.tsx";
import { useWaiting } from "../shell/use-live.ts";
import { useConfig } from "../shell/use-config.ts";
import { useI18n } from "../i18n/use-i18n.ts";

export function DeskMenu() {
  const t = useI18n();
  const may = useMay();
  const counts = useCounts();
  const exports = (["recharges", "withdrawals", "players", "ledger", "audit"] as const).some((name) =>
    may(`export.${name}`),
  );
  return (
    <Menu>
      <Menu.DashboardItem />
      {secondKind.options.some((kind) => may(SECOND_ACTIONS[kind])) && <SecondItem />}
      {listPages()
        .filter(({ name }) => {
          const action = readActionOf(name);
          return action === undefined || may(action);
        })
        .map(({ name, icon: Icon }) => (
          <Menu.Item
            key={name}
            to={`/${name}`}
            primaryText={<Counted label={t(`resources.${name}.name`)} count={counts[name]} />}
            leftIcon={<Counting icon={<Icon />} count={counts[name]} />}
          />
        ))}
      {exports && <Menu.Item to="/exports" primaryText={t("menu.exports")} leftIcon={<FileDownload />} />}
    </Menu>
  );
}

/** Number of actions that wait for a second person other than the reader, on every page. */
function SecondItem() {
  const t = useI18n();
  const may = useMay();
  const { id } = useConfig();
  const second = useWaiting()?.second ?? [];
  const count = second
    .filter(({ kind, first }) => first !== id && may(SECOND_ACTIONS[kind]))
    .reduce((sum, one) => sum + one.count, 0);
  return (
    <Menu.Item
      to="/second"
      primaryText={<Counted label={t("second.title")} count={count} />}
      leftIcon={<Counting icon={<HowToReg />} count={count} />}
    />
  );
}

/** The icon of a page; in the collapsed menu, which shows no names, with the number of its waiting items. */
function Counting({ icon, count = 0 }: { readonly icon: ReactElement; readonly count?: number | undefined }) {
  const [open] = useSidebarState();
  if (open) return icon;
  return (
    <Badge badgeContent={count} max={MAX_SHOWN} color="warning" aria-hidden>
      {icon}
    </Badge>
  );
}

/** Number of waiting items per page. */
function useCounts(): Partial<Record<ResourceName, number>> {
  const waiting = useWaiting();
  if (waiting === undefined) return {};
  const { recharges, withdrawals, payments, identities, conversations, care } = waiting;
  return {
    recharges,
    withdrawals,
    paymentNotices: payments,
    identities,
    conversations,
    careCases: care,
    operators: waiting.operatorRequests,
  };
}

/** Above this a count is shown as "99+". */
const MAX_SHOWN = 99;

/** A name with its number of waiting items, which is announced in words. */
function Counted({ label, count = 0 }: { readonly label: string; readonly count?: number | undefined }) {
  const t = useI18n();
  if (count === 0) return label;
  return (
    <Box component="span" sx={{ display: "flex", alignItems: "center", width: "100%" }}>
      <Box component="span" sx={{ flex: 1, minWidth: 0, overflow: "hidden", textOverflow: "ellipsis" }}>
        {label}
      </Box>
      <Box
        component="span"
        // A count in a pill, with an accessible name in words.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={t("menu.waiting", { count })}
        sx={{
          ml: 1,
          px: 0.75,
          minWidth: 20,
          borderRadius: 2.5,
          textAlign: "center",
          fontSize: "0.72rem",
          lineHeight: "18px",
          fontWeight: 650,
          color: "background.paper",
          bgcolor: "warning.main",
        }}
      >
        {count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}
      </Box>
    </Box>
  );
}
