import { ownerOf } from "../../accounts/accounts.ts";
import type { Role } from "@lotus/contract/desk";
import type { DeskDeps } from "../desk-deps.ts";
import * as sql from "./operators.sql.ts";
import { newTotpSecret } from "./totp.ts";

/** Credentials of a demo's operator. */
export interface DemoOperator {
  readonly name: string;
  readonly role: Role;
  readonly password: string;
  /** For an authenticator, in base32. */
  readonly totpSecret: string;
}

/** An operator of a demo, without the secret yet. */
export type WantedOperator = Pick<DemoOperator, "name" | "role" | "password">;

const OPERATORS = [
  { name: "thu_admin", role: "admin", password: "hoa-sen-no-giua-ao-12" },
  { name: "duc_cashier", role: "cashier", password: "thuyen-ve-ben-cu-chieu-7" },
] as const satisfies readonly WantedOperator[];

type DemoDeps = Pick<DeskDeps, "db" | "entropy" | "config" | "operators" | "passwords">;

/** Creates missing operators of a demo, and decrypts the secrets of existing ones. */
export async function prepareDemoOperators(deps: DemoDeps): Promise<readonly DemoOperator[]> {
  const prepared: DemoOperator[] = [];
  for (const wanted of OPERATORS) {
    // An existing one without a secret has to enrol again at the desk.
    const ready =
      (await findReady(deps, wanted)) ?? (await add(deps, wanted)) ?? (await findReady(deps, wanted));
    if (ready !== null) prepared.push(ready);
  }
  return prepared;
}

async function findReady(deps: DemoDeps, wanted: WantedOperator): Promise<DemoOperator | null> {
  const [row] = await deps.db.query<{ id: bigint; totp_secret: Uint8Array }>(sql.FIND_BY_NAME, [wanted.name]);
  return row === undefined ? null : shown(wanted, deps.operators.openSecret(row.id, row.totp_secret));
}

/** Creates an operator of a demo who need not enrol. */
export async function makeReadyOperator(deps: DemoDeps, wanted: WantedOperator): Promise<DemoOperator> {
  const made = await add(deps, wanted);
  if (made === null) throw new Error(`an operator named ${wanted.name} is there already`);
  return made;
}

/** Null when the name is taken. */
async function add(deps: DemoDeps, wanted: WantedOperator): Promise<DemoOperator | null> {
  const { db, entropy, operators, passwords } = deps;
  const { name, role, password } = wanted;
  const totpSecret = newTotpSecret(entropy);
  const secrets = { hash: await passwords.hash(password, ownerOf(`demo:${name}`)), totpSecret };
  const made = await db.transaction((tx) => operators.add(tx, { name, role, secrets }));
  return made === null ? null : shown(wanted, totpSecret);
}

function shown({ name, role, password }: WantedOperator, totpSecret: string): DemoOperator {
  return { name, role, password, totpSecret };
}
