import AccountBalanceWallet from "@mui/icons-material/AccountBalanceWallet";
import AutoDelete from "@mui/icons-material/AutoDelete";
import Badge from "@mui/icons-material/Badge";
import Campaign from "@mui/icons-material/Campaign";
import CardGiftcard from "@mui/icons-material/CardGiftcard";
import Casino from "@mui/icons-material/Casino";
import EventRepeat from "@mui/icons-material/EventRepeat";
import FactCheck from "@mui/icons-material/FactCheck";
import Favorite from "@mui/icons-material/Favorite";
import Forum from "@mui/icons-material/Forum";
import Hub from "@mui/icons-material/Hub";
import Image from "@mui/icons-material/Image";
import ManageAccounts from "@mui/icons-material/ManageAccounts";
import Payments from "@mui/icons-material/Payments";
import People from "@mui/icons-material/People";
import PriceCheck from "@mui/icons-material/PriceCheck";
import type { ComponentType } from "react";
import type { PageName } from "../provider/resources.ts";
import { AgentList } from "../screens/agents/agent-list.tsx";
import { AgentShow } from "../screens/agents/agent-show.tsx";
import { NoticeList } from "../screens/announcements/notice-list.tsx";
import { AuditList } from "../screens/audit/audit-list.tsx";
import { BannerList } from "../screens/banners/banner-list.tsx";
import { CareList } from "../screens/care/care-list.tsx";
import { Conversations } from "../screens/conversations/conversations.tsx";
import { GameList } from "../screens/games/game-list.tsx";
import { GameShow } from "../screens/games/game-show.tsx";
import { GiftList } from "../screens/gifts/gift-list.tsx";
import { IdentityList } from "../screens/identities/identity-list.tsx";
import { IdentityShow } from "../screens/identities/identity-show.tsx";
import { OperatorList } from "../screens/operators/operator-list.tsx";
import { RechargeList, WithdrawalList } from "../screens/orders/order-list.tsx";
import { OrderShow } from "../screens/orders/order-show.tsx";
import { PaymentList } from "../screens/payments/payment-list.tsx";
import { PeriodList } from "../screens/periods/period-list.tsx";
import { PeriodShow } from "../screens/periods/period-show.tsx";
import { PlayerList } from "../screens/players/player-list.tsx";
import { PlayerShow } from "../screens/players/player-show.tsx";
import { RetentionList } from "../screens/retention/retention-list.tsx";

/** A page of the desk: its place in the menu and its screens. */
export interface DeskPage {
  readonly icon: ComponentType;
  readonly list: ComponentType;
  readonly show?: ComponentType;
  /** The field by which a record is called in the head of its page. */
  readonly recordRepresentation?: string;
}

/**
 * The pages of the desk in the order of the menu, routes included. A resource of `PAGE_RESOURCES` without a row does
 * not compile; who sees it follows from the action of its list.
 */
export const PAGES: { readonly [Name in PageName]: DeskPage } = {
  recharges: { icon: AccountBalanceWallet, list: RechargeList, show: OrderShow },
  withdrawals: { icon: Payments, list: WithdrawalList, show: OrderShow },
  paymentNotices: { icon: PriceCheck, list: PaymentList },
  identities: { icon: Badge, list: IdentityList, show: IdentityShow },
  players: { icon: People, list: PlayerList, show: PlayerShow, recordRepresentation: "username" },
  agents: { icon: Hub, list: AgentList, show: AgentShow, recordRepresentation: "username" },
  gifts: { icon: CardGiftcard, list: GiftList },
  conversations: { icon: Forum, list: Conversations },
  careCases: { icon: Favorite, list: CareList },
  notices: { icon: Campaign, list: NoticeList },
  banners: { icon: Image, list: BannerList },
  games: { icon: Casino, list: GameList, show: GameShow },
  periods: { icon: EventRepeat, list: PeriodList, show: PeriodShow },
  operators: { icon: ManageAccounts, list: OperatorList },
  audit: { icon: FactCheck, list: AuditList },
  retention: { icon: AutoDelete, list: RetentionList },
};

/** The pages with their names. */
export function listPages(): readonly (DeskPage & { readonly name: PageName })[] {
  // Object.entries widens the names of the table to string.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const entries = Object.entries(PAGES) as [PageName, DeskPage][];
  return entries.map(([name, page]) => ({ name, ...page }));
}
