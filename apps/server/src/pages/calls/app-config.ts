import { appConfig, VERSION } from "@lotus/contract";
import { LEGAL_VERSIONS, LOCALES } from "@lotus/locales";
import { formatMoney } from "@lotus/money";
import { accept, bind, type BoundCall } from "../../http/handler.ts";
import { RULE_PACKS } from "../../protection/protection.ts";
import type { IdentitySettings } from "../../settings/identity-settings.ts";
import type { PasskeySettings } from "../../settings/passkey-settings.ts";
import type { ProductSettings } from "../../settings/product-settings.ts";
import type { ProtectionSettings } from "../../settings/protection-settings.ts";

/** The settings that the app needs. */
export interface AppConfigSettings {
  readonly demo: boolean;
  readonly product: ProductSettings;
  readonly protection: ProtectionSettings;
  readonly identity: Pick<IdentitySettings, "minAge">;
  readonly passkeys: PasskeySettings | null;
}

/** Returns the configuration that the app needs before it starts. */
export function appConfigCall(
  { demo, product, protection, identity, passkeys }: AppConfigSettings,
  now: () => number,
): BoundCall<typeof appConfig> {
  const { bets } = product;
  const pack = RULE_PACKS[protection.rulePack];
  const fixed = {
    title: product.title,
    version: VERSION,
    demo,
    currency: { ...product.currency },
    locales: [...LOCALES],
    terms: LEGAL_VERSIONS,
    service: product.serviceChannels.map((channel) => ({ ...channel })),
    // False for a feature that does not exist yet: the app shows "coming soon".
    features: {
      withdraw: true,
      messages: true,
      report: true,
      agent: true,
      limits: true,
      bankAppLinks: product.bankAppLinks,
      chase: false,
      passkeys: passkeys !== null,
    },
    minimumVersion: VERSION,
    inviteRequired: product.inviteRequired,
    minAge: identity.minAge,
    bets: {
      min: formatMoney(bets.min),
      max: formatMoney(bets.max),
      maxPayout: formatMoney(bets.maxPayout),
      maxLines: bets.maxLines,
      maxBets: bets.maxBets,
      maxPayoutSelection: formatMoney(bets.maxPayoutSelection),
      maxPayoutPeriod: formatMoney(bets.maxPayoutPeriod),
    },
    protection: {
      pack: pack.name,
      depositLimitsObligatory: pack.depositLimitsObligatory,
      breakOnEveryPage: pack.breakOnEveryPage,
      timeOutDays: [...pack.timeOutDays],
      exclusionMonths: [...pack.exclusionMonths],
      raiseHours: pack.raise.hours,
      realityCheck: { ...pack.realityCheck },
      idleMinutes: pack.idleMinutes,
      netResultDays: pack.netResultDays,
      limitReviewDays: pack.limitReviewDays,
      practice: pack.practice,
      help: protection.help.map((line) => ({ ...line })),
    },
    readings: {
      fallbackLocale: product.fallbackLocale,
      runtimeFallbackLocale: product.runtimeFallbackLocale,
      startTab: product.startTab,
      apiTimeoutMs: product.apiTimeoutMs,
      requestTimeoutMs: product.requestTimeoutMs,
      toastMs: product.toastMs,
      errorToastMs: product.errorToastMs,
    },
    houseTimeZone: product.houseTimeZone,
    phoneCode: product.phoneCode,
    ...(passkeys === null ? {} : { passkeysAt: passkeys.origin }),
  };
  return bind(appConfig, () => accept({ ...fixed, serverTime: now() }));
}
