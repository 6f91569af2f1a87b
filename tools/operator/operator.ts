/**
 * `npm run operator -- create --name lan.anh --role admin`: makes an operator of the desk and prints, once, the two
 * halves of the code by which they enrol at the desk: password and authenticator are seen by nobody else. It reads the same
 * settings as `npm run serve`; for a demo's server it is run with LOTUS_DEMO=1. The server must be running where its PostgreSQL is the embedded one.
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
