import type { TransactionRecord } from "@lotus/contract";
import type { MessageKey } from "@lotus/locales";
import {
  ArrowDownToLineIcon,
  ArrowUpFromLineIcon,
  GiftIcon,
  PercentIcon,
  RepeatIcon,
  SettingsIcon,
  TicketIcon,
  TrophyIcon,
  UndoIcon,
} from "@lotus/ui";
import type { ReactNode } from "react";

type Type = TransactionRecord["type"];

interface TypeLook {
  readonly word: MessageKey;
  readonly icon: ReactNode;
}

/** Label and icon of each type of transaction, in the order of the filter. */
export const TYPES: Readonly<Record<Type, TypeLook>> = {
  bet: { word: "money.type.bet", icon: <TicketIcon size={20} aria-hidden /> },
  win: { word: "money.type.win", icon: <TrophyIcon size={20} aria-hidden /> },
  refund: { word: "money.type.refund", icon: <UndoIcon size={20} aria-hidden /> },
  recharge: { word: "money.type.recharge", icon: <ArrowDownToLineIcon size={20} aria-hidden /> },
  withdrawal: { word: "money.type.withdrawal", icon: <ArrowUpFromLineIcon size={20} aria-hidden /> },
  rebate: { word: "money.type.rebate", icon: <PercentIcon size={20} aria-hidden /> },
  gift: { word: "money.type.gift", icon: <GiftIcon size={20} aria-hidden /> },
  chase: { word: "money.type.chase", icon: <RepeatIcon size={20} aria-hidden /> },
  adjustment: { word: "money.type.adjustment", icon: <SettingsIcon size={20} aria-hidden /> },
};

/** The types, in that order. */
// The keys of the table are its types; Object.keys widens them.
export const TYPE_KEYS = Object.keys(TYPES) as Type[];
