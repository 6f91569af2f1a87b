/**
 * `npm run asvs`: checks docs/security.md against the list of OWASP ASVS 5.0.0, prints the summary that belongs at its
 * top and
 * every gap. Exit status 1 when something is wrong with the page. `npm test` checks whether the named tests pass.
 */
import { checkSecurity, readRows, printSecurity } from "./check-security.ts";
import { summaryOf } from "./security-table.ts";

const rows = readRows();
console.log(`${summaryOf(rows)}\n`);
for (const { id, answer } of rows) if (answer.kind === "gap") console.log(`${id}  ${answer.gap}`);
console.log(`\n${printSecurity()}`);
const problems = checkSecurity();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
