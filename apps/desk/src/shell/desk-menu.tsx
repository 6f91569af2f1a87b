import AccountBalanceWallet from "@mui/icons-material/AccountBalanceWallet";
import Campaign from "@mui/icons-material/Campaign";
import Casino from "@mui/icons-material/Casino";
import EventRepeat from "@mui/icons-material/EventRepeat";
import FactCheck from "@mui/icons-material/FactCheck";
import FileDownload from "@mui/icons-material/FileDownload";
import Forum from "@mui/icons-material/Forum";
import Image from "@mui/icons-material/Image";
import ManageAccounts from "@mui/icons-material/ManageAccounts";
import Payments from "@mui/icons-material/Payments";
import People from "@mui/icons-material/People";
import type { ReactElement } from "react";
import { Menu } from "react-admin";
import { useMay } from "../actions/why-not.ts";
import { readActionOf, type ResourceName } from "../provider/resources.ts";
import { useWords } from "../words/use-words.ts";

/** The pages of the desk in their order. A role sees those that the table of actions lets it read. */
const PAGES: readonly { readonly name: ResourceName; readonly icon: ReactElement }[] = [
  { name: "recharges", icon: <AccountBalanceWallet /> },
  { name: "withdrawals", icon: <Payments /> },
  { name: "players", icon: <People /> },
  { name: "conversations", icon: <Forum /> },
  { name: "notices", icon: <Campaign /> },
  { name: "banners", icon: <Image /> },
  { name: "games", icon: <Casino /> },
  { name: "periods", icon: <EventRepeat /> },
  { name: "operators", icon: <ManageAccounts /> },
  { name: "audit", icon: <FactCheck /> },
];

export function DeskMenu() {
  const t = useWords();
  const may = useMay();
  const exports = (["recharges", "withdrawals", "players", "ledger", "audit"] as const).some((name) =>
    may(`export.${name}`),
  );
  return (
    <Menu>
      <Menu.DashboardItem />
      {PAGES.filter(({ name }) => {
        const action = readActionOf(name);
        return action === undefined || may(action);
      }).map(({ name, icon }) => (
        <Menu.Item key={name} to={`/${name}`} primaryText={t(`resources.${name}.name`)} leftIcon={icon} />
      ))}
      {exports && <Menu.Item to="/exports" primaryText={t("menu.exports")} leftIcon={<FileDownload />} />}
    </Menu>
  );
}
