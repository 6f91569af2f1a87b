/**
 * `npm run operator -- create --name lan.anh --role admin`: creates an operator of the desk and prints, once, the two
 * halves of their enrolment code; only they ever see their password and authenticator. Reads the same settings as `npm
 * run serve`; use LOTUS_DEMO=1 for a demo. With the embedded PostgreSQL the server must be running.
 */
import { parseArgs } from "node:util";
import { ensureNode } from "../run/node-version.ts";

await ensureNode();
// Loaded late: an older Node could not parse it.
const { addOperator } = await import("./add-operator.ts");

const { values, positionals } = parseArgs({
  options: { name: { type: "string" }, role: { type: "string" } },
  allowPositionals: true,
});
const [what] = positionals;
if (what !== "create") {
  console.error("usage: npm run operator -- create --name <name> --role <support|cashier|risk|admin>");
  process.exit(1);
}
process.exitCode = await addOperator(process.env, { name: values.name ?? "", role: values.role ?? "" });
