import type { Role } from "@lotus/contract/desk";
import type { DeskRoom } from "../room.ts";
import * as sql from "./operators.sql.ts";
import { newTotpSecret, otpauthUri } from "./totp.ts";

/** What a demo's operator signs in with. */
export interface DemoOperator {
  readonly name: string;
  readonly role: Role;
  readonly password: string;
  /** For an authenticator, in base32. */
  readonly totpSecret: string;
  readonly otpauthUri: string;
}

const OPERATORS = [
  { name: "thu_admin", role: "admin", password: "hoa-sen-no-giua-ao-12" },
  { name: "duc_cashier", role: "cashier", password: "thuyen-ve-ben-cu-chieu-7" },
] as const;

/** Makes the operators of a demo where they are missing, and opens the secrets of those that are there. */
export async function prepareDemoOperators(
  room: Pick<DeskRoom, "db" | "entropy" | "house" | "operators" | "passwords">,
): Promise<readonly DemoOperator[]> {
  const { db, entropy, house, operators, passwords } = room;
  const prepared: DemoOperator[] = [];
  for (const { name, role, password } of OPERATORS) {
    const [known] = await db.query<{ id: bigint; totp_secret: Uint8Array }>(sql.FIND_BY_NAME, [name]);
    let totpSecret: string;
    if (known === undefined) {
      totpSecret = newTotpSecret(entropy);
      const made = {
        name,
        role,
        hash: await passwords.hash(password),
        totpSecret,
        mustChangePassword: false,
      };
      await db.transaction((tx) => operators.add(tx, made));
    } else {
      totpSecret = operators.openSecret(known.id, known.totp_secret);
    }
    const uri = otpauthUri({ title: house.title, name, secret: totpSecret });
    prepared.push({ name, role, password, totpSecret, otpauthUri: uri });
  }
  return prepared;
}
