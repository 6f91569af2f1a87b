import { alone } from "./alone.ts";
import * as announcements from "./announcements.ts";
import * as banners from "./banners.ts";
import * as care from "./care.ts";
import * as chases from "./chases.ts";
import * as conversations from "./conversations.ts";
import * as agents from "./agents.ts";
import * as dashboard from "./dashboard.ts";
import type { DeskCallSpec } from "./desk-call.ts";
import * as enrolment from "./enrolment.ts";
import { find } from "./find.ts";
import * as games from "./games.ts";
import * as gifts from "./gifts.ts";
import * as identities from "./identities.ts";
import * as liabilities from "./liabilities.ts";
import * as operators from "./operators.ts";
import * as orders from "./orders.ts";
import * as payments from "./payments.ts";
import * as periods from "./periods.ts";
import * as players from "./players.ts";
import * as privacy from "./privacy.ts";
import * as protection from "./protection.ts";
import { returns } from "./returns.ts";
import { second } from "./second.ts";
import * as session from "./session.ts";

/** Every call of the desk, once. The server must handle each; the desk's OpenAPI document is made from this list. */
export const DESK_CALLS = {
  signIn: session.signIn,
  beginEnrolment: enrolment.beginEnrolment,
  finishEnrolment: enrolment.finishEnrolment,
  me: session.me,
  signOut: session.signOut,
  changePassword: session.changePassword,

  alone,
  find,
  second,
  dashboard: dashboard.dashboard,
  checkBooks: dashboard.checkBooks,
  stopMoney: dashboard.stopMoney,
  resumeMoney: dashboard.resumeMoney,
  liabilities: liabilities.liabilities,
  runLiabilities: liabilities.runLiabilities,
  returns,

  recharges: orders.recharges,
  recharge: orders.recharge,
  passRecharge: orders.passRecharge,
  passRechargeWith: orders.passRechargeWith,
  passRechargeLate: orders.passRechargeLate,
  cancelRecharge: orders.cancelRechargeOrder,
  paymentNotices: payments.paymentNotices,
  revealPayment: payments.revealPayment,
  findForPayment: payments.findForPayment,
  matchPayment: payments.matchPayment,
  unmatchPayment: payments.unmatchPayment,
  closePayment: payments.closePayment,
  withdrawals: orders.withdrawals,
  withdrawal: orders.withdrawal,
  passWithdrawal: orders.passWithdrawal,
  cancelWithdrawal: orders.cancelWithdrawal,
  revealWithdrawal: orders.revealWithdrawal,

  players: players.players,
  player: players.player,
  revealPlayer: players.revealPlayer,
  playerLedger: players.playerLedger,
  playerBets: players.playerBets,
  playerSessions: players.playerSessions,
  playerChases: chases.playerChases,
  endPlayerChase: chases.endPlayerChase,
  playerPasskeys: players.playerPasskeys,
  playerProtection: protection.playerProtection,
  tightenPlayerLimit: protection.tightenPlayerLimit,
  timeOutPlayer: protection.timeOutPlayer,
  excludePlayer: protection.excludePlayer,
  playerCare: care.playerCare,
  careCases: care.careCases,
  assignCare: care.assignCare,
  noteCare: care.noteCare,
  closeCare: care.closeCare,
  playerNotes: players.playerNotes,
  notePlayer: players.notePlayer,
  lockPlayer: players.lockPlayer,
  unlockPlayer: players.unlockPlayer,
  unlockAddresses: players.unlockAddresses,
  endPlayerPush: players.endPlayerPush,
  endPlayerSessions: players.endPlayerSessions,
  removePlayerPasskey: players.removePlayerPasskey,
  closePlayer: privacy.closePlayer,
  exportPlayer: privacy.exportPlayer,
  retentionRuns: privacy.retentionRuns,

  identities: identities.identities,
  identity: identities.identity,
  verifyIdentity: identities.verifyIdentity,
  refuseIdentity: identities.refuseIdentity,
  playerIdentity: identities.playerIdentity,
  revealIdentity: identities.revealIdentity,
  correctIdentity: identities.correctIdentity,

  conversations: conversations.conversations,
  conversation: conversations.conversation,
  answerConversation: conversations.answerConversation,
  conversationPicture: conversations.conversationPicture,
  readConversation: conversations.readConversation,
  closeConversation: conversations.closeConversation,
  reopenConversation: conversations.reopenConversation,
  assignConversation: conversations.assignConversation,
  colleagues: conversations.colleagues,
  notices: announcements.notices,
  publishNotice: announcements.publishNotice,
  scheduleNotice: announcements.scheduleNotice,
  withdrawNotice: announcements.withdrawNotice,
  countAudience: announcements.countAudience,
  sendMessages: announcements.sendMessages,
  banners: banners.banners,
  addBanner: banners.addBanner,
  changeBanner: banners.changeBanner,
  removeBanner: banners.removeBanner,

  games: games.deskGames,
  game: games.deskGame,
  openGame: games.openGame,
  closeGame: games.closeGame,
  stopSales: games.stopSales,
  sellAgain: games.sellAgain,
  limitGame: games.limitGame,
  odds: games.deskOdds,
  previewOdds: games.previewOdds,
  publishOdds: games.publishOdds,
  oddsVersions: games.oddsVersions,

  periods: periods.periods,
  period: periods.period,
  voidPeriod: periods.voidPeriod,
  periodRange: periods.periodRange,
  voidPeriods: periods.voidPeriods,
  periodsSeen: periods.periodsSeen,

  gifts: gifts.gifts,
  gift: gifts.gift,
  giveGift: gifts.giveGift,
  confirmGift: gifts.confirmGift,
  cancelGift: gifts.cancelGift,
  agents: agents.agents,
  agent: agents.agent,
  agentTeam: agents.agentTeam,
  agentBooks: agents.agentBooks,
  agentPlans: agents.agentPlans,
  publishAgentPlan: agents.publishAgentPlan,

  operators: operators.operators,
  operator: operators.operator,
  createOperator: operators.createOperator,
  lockOperator: operators.lockOperator,
  unlockOperator: operators.unlockOperator,
  reissueOperator: operators.reissueOperator,
  changeRole: operators.changeRole,
  operatorRequests: operators.operatorRequests,
  confirmOperatorRequest: operators.confirmOperatorRequest,
  cancelOperatorRequest: operators.cancelOperatorRequest,
  audit: operators.audit,
  auditChain: operators.auditChain,
} as const satisfies Readonly<Record<string, DeskCallSpec>>;
export type DeskCallName = keyof typeof DESK_CALLS;
