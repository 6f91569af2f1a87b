// What each app does before anything else, for the tests of its parts. Some of them have no window.
import { guardComposedKeys } from "../composed-keys.ts";

if (typeof window !== "undefined") guardComposedKeys();
