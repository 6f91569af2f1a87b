import { describe, test } from "vitest";

/** Why a browser cannot be driven on this machine. */
export interface Missing {
  readonly missing: string;
}

/**
 * Declares the tests of a browser. They are skipped, and one line says why, if the browser is missing; they fail if the
 * environment requires the browser: `REQUIRE_FIREFOX=1`.
 */
export function testsIn<Found extends object>(
  title: string,
  requiredBy: string,
  found: Found | Missing,
  declare: (found: Found) => void,
): void {
  if (!("missing" in found)) {
    describe(title, () => declare(found));
    return;
  }
  const isRequired = process.env[requiredBy] === "1";
  const line = `skipped ${title}: ${found.missing}`;
  if (!isRequired) process.stderr.write(`${line}\n`);
  describe.skipIf(!isRequired)(title, () => {
    test(`is required by ${requiredBy}`, () => {
      throw new Error(found.missing);
    });
  });
}
