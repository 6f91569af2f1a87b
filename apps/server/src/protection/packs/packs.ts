import type { RulePackName } from "../../settings/protection-settings.ts";
import type { RulePack } from "../rule-pack.ts";
import { DEFAULT_PACK } from "./default.ts";
import { GERMANY } from "./germany.ts";
import { SWEDEN } from "./sweden.ts";
import { UNITED_KINGDOM } from "./united-kingdom.ts";

/** The packs by name. */
export const RULE_PACKS: Readonly<Record<RulePackName, RulePack>> = {
  default: DEFAULT_PACK,
  uk: UNITED_KINGDOM,
  se: SWEDEN,
  de: GERMANY,
};
