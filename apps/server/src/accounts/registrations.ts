import { addressSubject, networkSubject } from "../http/client-address.ts";
import type { RegistrationSettings } from "../settings/registration-settings.ts";
import type { Origin } from "./known-origins.ts";
import type { Quota } from "./quotas.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A network of 256 addresses, or of 65,536 of IPv6, has the quota of this many addresses. */
const ADDRESSES_A_NETWORK = 10;
/** Forms are filled in more than once: a name is taken, a password too simple. */
const TRIES_A_REGISTRATION = 5;

/** Quotas of registering, by address, by the network around it, and by device when the client sent one. */
export class Registrations {
  readonly #settings: RegistrationSettings;

  constructor(settings: RegistrationSettings) {
    this.#settings = settings;
  }

  /** Used by each new account. */
  accounts({ address, device }: Origin): readonly Quota[] {
    const { addressPerHour, addressPerDay, devicePerDay } = this.#settings;
    const [near, around] = [addressSubject(address), networkSubject(address)];
    const quotas = [
      { subject: `register:${near}/hour`, most: addressPerHour, windowMs: HOUR_MS },
      { subject: `register:${near}/day`, most: addressPerDay, windowMs: DAY_MS },
      {
        subject: `register:${around}/hour`,
        most: addressPerHour * ADDRESSES_A_NETWORK,
        windowMs: HOUR_MS,
      },
      { subject: `register:${around}/day`, most: addressPerDay * ADDRESSES_A_NETWORK, windowMs: DAY_MS },
    ];
    return device === ""
      ? quotas
      : [...quotas, { subject: `register:device:${device}/day`, most: devicePerDay, windowMs: DAY_MS }];
  }

  /** Used by each form that is sent, whatever its outcome. */
  attempts({ address }: Origin): readonly Quota[] {
    const most = this.#settings.addressPerHour * TRIES_A_REGISTRATION;
    return [{ subject: `register-try:${addressSubject(address)}/hour`, most, windowMs: HOUR_MS }];
  }

  /** Used by each lookup whether a name is free. */
  lookups({ address, device }: Origin): readonly Quota[] {
    const { lookupsPerHour } = this.#settings;
    const [near, around] = [addressSubject(address), networkSubject(address)];
    const quotas = [
      { subject: `lookup:${near}/hour`, most: lookupsPerHour, windowMs: HOUR_MS },
      {
        subject: `lookup:${around}/hour`,
        most: lookupsPerHour * ADDRESSES_A_NETWORK,
        windowMs: HOUR_MS,
      },
    ];
    return device === ""
      ? quotas
      : [
          ...quotas,
          {
            subject: `lookup:device:${device}/hour`,
            most: Math.ceil(lookupsPerHour / 2),
            windowMs: HOUR_MS,
          },
        ];
  }

  /** Used by each form refused for a taken name, since that reveals as much as a lookup. */
  taken({ address }: Origin): readonly Quota[] {
    const most = Math.ceil(this.#settings.lookupsPerHour / 2);
    return [{ subject: `taken:${addressSubject(address)}/hour`, most, windowMs: HOUR_MS }];
  }
}
