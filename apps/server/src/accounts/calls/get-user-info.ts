import { CALLS } from "@lotus/contract";
import { formatMoney } from "@lotus/money";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { unreadMessages } from "../../inbox/inbox.ts";
import { maskedEmail, maskedPhone } from "../contacts.ts";
import * as sql from "../players.sql.ts";
import type { AccountsDeps } from "../accounts-deps.ts";
import { securityLevel } from "../security-level.ts";

interface ProfileRow {
  readonly id: bigint;
  readonly username: string;
  readonly invite_code: string;
  readonly address_locked: boolean;
  readonly login_ms: bigint;
  readonly login_ip: string;
}

export function bindGetUserInfo({
  db,
  books,
  settings,
  contacts,
}: AccountsDeps): BoundCall<typeof CALLS.getUserInfo> {
  return bind(CALLS.getUserInfo, async (_request, { caller, locale }) => {
    const [profile] = await db.query<ProfileRow>(sql.READ_PROFILE, [caller.playerId]);
    const balance = await books.balanceOf(db, caller.playerId);
    const holds = await books.holdsOf(db, caller.playerId);
    const { phone, email, pendingEmail } = await contacts.read(db, caller.playerId);
    if (profile === undefined || balance === null) throw new Error(`player ${caller.playerId} is not whole`);
    return accept({
      id: profile.id.toString(),
      balance: formatMoney(balance),
      holds: holds.map(({ kind, amount }) => ({ kind, amount: formatMoney(amount) })),
      username: profile.username,
      phone: phone === undefined ? "" : maskedPhone(phone),
      email: email === undefined ? "" : maskedEmail(email),
      ...(pendingEmail === undefined ? {} : { pendingEmail: maskedEmail(pendingEmail) }),
      lastLoginIp: profile.login_ip,
      lastLoginTime: Number(profile.login_ms),
      unreadMsg: await unreadMessages(db, caller.playerId, locale),
      securityLevel: securityLevel({
        transPassword: true,
        phone: phone !== undefined,
        email: email !== undefined,
      }),
      inviteCode: profile.invite_code,
      hasTransPwd: true,
      locked: profile.address_locked,
      currency: settings.currencyCode,
    });
  });
}
