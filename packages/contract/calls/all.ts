/**
 * Every call of the API, exported by the package as `CALLS`. The server must handle each; the OpenAPI document is made
 * from this list. Exports instead of an object, so that a page of the app loads only the calls it makes.
 */
export { agentDays } from "./agent/days.ts";
export { agentSummary } from "./agent/summary.ts";
export { agentTeam } from "./agent/team.ts";
export { banners } from "./app/banners.ts";
export { appConfig } from "./app/config.ts";
export { runningNotices } from "./app/running-notices.ts";
export { recentWins } from "./app/recent-wins.ts";
export { balance } from "./balance/balance.ts";
export { cancel } from "./lottery/cancel.ts";
export { cancelChase, chase, chaseDetail, chaseOdds, chases } from "./lottery/chase.ts";
export { fairness } from "./lottery/fairness.ts";
export { favourites, setFavourite } from "./lottery/favourites.ts";
export { current } from "./lottery/current.ts";
export { games } from "./lottery/games.ts";
export { history } from "./lottery/history.ts";
export { last } from "./lottery/last.ts";
export { betList } from "./lottery/order-list.ts";
export { order } from "./lottery/order.ts";
export { proof } from "./lottery/proof.ts";
export { receipt } from "./lottery/receipt.ts";
export { recentSlips } from "./lottery/recent-slips.ts";
export { rule } from "./lottery/rule.ts";
export { removeSaved, renameSaved, saved, saveNumbers, saveSlip } from "./lottery/saved.ts";
export { trend } from "./lottery/trend.ts";
export { notice } from "./notice/notice.ts";
export { care, careSeen } from "./user/care.ts";
export { cancelRecharge } from "./user/cancel-recharge.ts";
export { closeAccount } from "./user/close-account.ts";
export { confirmPaid } from "./user/confirm-paid.ts";
export { bindEmail } from "./user/bind-email.ts";
export { bindPhone } from "./user/bind-phone.ts";
export { confirmEmail } from "./user/confirm-email.ts";
export { endSession } from "./user/end-session.ts";
export { exportData, exportState, exportTicket } from "./user/export-data.ts";
export { forgotPwd } from "./user/forgot-pwd.ts";
export { bindBankCard } from "./user/bind-bank-card.ts";
export { bindDigitWall } from "./user/bind-digit-wall.ts";
export { getWithDrawAddrList } from "./user/get-withdraw-addr-list.ts";
export { withdrawQuote } from "./user/withdraw-quote.ts";
export { getUserInfo } from "./user/get-user-info.ts";
export { identity, identityDocument, submitIdentity, tellIdentity } from "./user/identity.ts";
export { liability } from "./user/liability.ts";
export { login } from "./user/login.ts";
export { logout } from "./user/logout.ts";
export { makeOrder } from "./user/make-order.ts";
export { orderList } from "./user/order-list.ts";
export { outcome, settleOutcome } from "./user/outcome.ts";
export {
  addPasskey,
  addPasskeyOptions,
  passkeyConfirmOptions,
  passkeyLogin,
  passkeyLoginOptions,
  passkeys,
  removePasskey,
  renamePasskey,
} from "./user/passkeys.ts";
export { rechargeChannels } from "./user/recharge-channels.ts";
export { refreshToken } from "./user/refresh-token.ts";
export {
  confirmLimit,
  limits,
  limitsReviewed,
  playSince,
  realityCheck,
  realityChecked,
  returnToPlay,
  selfExclude,
  setLimit,
  timeOut,
} from "./user/play-limits.ts";
export { push, pushOff, pushOn } from "./user/push.ts";
export { register } from "./user/register.ts";
export { report } from "./user/report.ts";
export { resetTransPwd } from "./user/reset-trans-pwd.ts";
export { resetPwd } from "./user/reset-pwd.ts";
export { sessions } from "./user/sessions.ts";
export { serviceConversation } from "./service/conversation.ts";
export { serviceRead } from "./service/read.ts";
export { servicePicture } from "./service/send-picture.ts";
export { serviceWrite } from "./service/write.ts";
export { updateReadCount } from "./user/update-read-count.ts";
export { updatePwd } from "./user/update-pwd.ts";
export { updateTransPwd } from "./user/update-trans-pwd.ts";
export { userMail } from "./user/user-mail.ts";
export { usernameFree } from "./user/username-free.ts";
