import { type AskRegister, RegisterSilent } from "./ask-register.ts";
import type { Person } from "./person.ts";

/** A national register of persons who have excluded themselves from play. */
export interface ExclusionRegister {
  /** Rejects with RegisterSilent if there was no answer that can be trusted. */
  isExcluded(person: Person): Promise<boolean>;
}

/** The register behind an address; docs/protection.md has the wire format. */
export function exclusionRegister(ask: AskRegister): ExclusionRegister {
  return {
    isExcluded: async ({ realName, birthDate }) => {
      const { excluded } = await ask("", { realName, birthDate });
      if (typeof excluded !== "boolean") throw new RegisterSilent("invalid", "an answer without a verdict");
      return excluded;
    },
  };
}
