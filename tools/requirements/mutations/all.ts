import type { Mutation } from "../mutation.ts";
import { ERRORS_AND_CONSTANTS } from "./errors-and-constants.ts";
import { ENTITIES } from "./entities.ts";
import { HABITS } from "./habits.ts";
import { PRODUCT } from "./product.ts";
import { REQUESTS } from "./requests.ts";
import { SCREENS } from "./screens.ts";
import { STATES } from "./states.ts";
import { VALIDATION } from "./validation.ts";

/** Every mutation, in the order of the table. */
export const MUTATIONS: readonly Mutation[] = [
  ...PRODUCT,
  ...SCREENS,
  ...ENTITIES,
  ...STATES,
  ...VALIDATION,
  ...REQUESTS,
  ...ERRORS_AND_CONSTANTS,
  ...HABITS,
];
