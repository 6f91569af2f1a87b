import type { EnvironmentReader } from "./environment.ts";

/** Limits of registrations and username lookups by origin. */
export interface RegistrationSettings {
  /** New accounts from one address (a /64 of IPv6) within an hour and a day. */
  readonly addressPerHour: number;
  readonly addressPerDay: number;
  /** New accounts from one device within a day. */
  readonly devicePerDay: number;
  /** Username lookups from one address within an hour. */
  readonly lookupsPerHour: number;
}

/** Reads the limits of registrations. */
export function readRegistration(read: EnvironmentReader): RegistrationSettings {
  const settings = {
    addressPerHour: read.integer("REGISTER_ADDRESS_PER_HOUR", 20, 1, 1_000_000),
    addressPerDay: read.integer("REGISTER_ADDRESS_PER_DAY", 60, 1, 1_000_000),
    devicePerDay: read.integer("REGISTER_DEVICE_PER_DAY", 5, 1, 1_000_000),
    lookupsPerHour: read.integer("USERNAME_CHECKS_PER_HOUR", 60, 1, 1_000_000),
  };
  if (settings.addressPerDay < settings.addressPerHour)
    read.complain("REGISTER_ADDRESS_PER_DAY is below REGISTER_ADDRESS_PER_HOUR");
  return settings;
}
