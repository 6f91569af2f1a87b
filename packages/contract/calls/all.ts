import { banners } from "./app/banners.ts";
import { appConfig } from "./app/config.ts";
import { runningNotices } from "./app/running-notices.ts";
import { recentWins } from "./app/recent-wins.ts";
import { balance } from "./balance/balance.ts";
import { cancel } from "./lottery/cancel.ts";
import { favourites, setFavourite } from "./lottery/favourites.ts";
import { current } from "./lottery/current.ts";
import { games } from "./lottery/games.ts";
import { history } from "./lottery/history.ts";
import { last } from "./lottery/last.ts";
import { betList } from "./lottery/order-list.ts";
import { order } from "./lottery/order.ts";
import { proof } from "./lottery/proof.ts";
import { receipt } from "./lottery/receipt.ts";
import { rule } from "./lottery/rule.ts";
import { trend } from "./lottery/trend.ts";
import { notice } from "./notice/notice.ts";
import { cancelRecharge } from "./user/cancel-recharge.ts";
import { confirmPaid } from "./user/confirm-paid.ts";
import { bindEmail } from "./user/bind-email.ts";
import { bindPhone } from "./user/bind-phone.ts";
import { confirmEmail } from "./user/confirm-email.ts";
import { endSession } from "./user/end-session.ts";
import { forgotPwd } from "./user/forgot-pwd.ts";
import { bindBankCard } from "./user/bind-bank-card.ts";
import { bindDigitWall } from "./user/bind-digit-wall.ts";
import { getWithDrawAddrList } from "./user/get-withdraw-addr-list.ts";
import { withdrawQuote } from "./user/withdraw-quote.ts";
import { getUserInfo } from "./user/get-user-info.ts";
import { login } from "./user/login.ts";
import { logout } from "./user/logout.ts";
import { makeOrder } from "./user/make-order.ts";
import { orderList } from "./user/order-list.ts";
import { rechargeChannels } from "./user/recharge-channels.ts";
import { refreshToken } from "./user/refresh-token.ts";
import { register } from "./user/register.ts";
import { resetPwd } from "./user/reset-pwd.ts";
import { sessions } from "./user/sessions.ts";
import { serviceConversation } from "./service/conversation.ts";
import { serviceRead } from "./service/read.ts";
import { servicePicture } from "./service/send-picture.ts";
import { serviceWrite } from "./service/write.ts";
import { updateReadCount } from "./user/update-read-count.ts";
import { updatePwd } from "./user/update-pwd.ts";
import { updateTransPwd } from "./user/update-trans-pwd.ts";
import { userMail } from "./user/user-mail.ts";
import { usernameFree } from "./user/username-free.ts";

/** Every call of the API, once. The server must handle each; the OpenAPI document is made from this list. */
export const CALLS = {
  appConfig,
  register,
  login,
  refreshToken,
  logout,
  updatePwd,
  updateTransPwd,
  forgotPwd,
  resetPwd,
  bindPhone,
  bindEmail,
  confirmEmail,
  sessions,
  endSession,
  getUserInfo,
  usernameFree,
  balance,
  makeOrder,
  withdrawQuote,
  getWithDrawAddrList,
  bindBankCard,
  bindDigitWall,
  orderList,
  rechargeChannels,
  cancelRecharge,
  confirmPaid,
  notice,
  games,
  current,
  last,
  history,
  trend,
  rule,
  order,
  betList,
  cancel,
  receipt,
  proof,
  userMail,
  updateReadCount,
  runningNotices,
  recentWins,
  banners,
  favourites,
  setFavourite,
  serviceConversation,
  serviceWrite,
  servicePicture,
  serviceRead,
} as const;
export type CallName = keyof typeof CALLS;
