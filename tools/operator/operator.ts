/**
 * `npm run operator -- create --name lan.anh --role admin`: creates an operator of the desk and prints, once, the two
 * halves of their enrolment code; only they ever see their password and authenticator. Reads the same settings as `npm
 * run serve`; use LOTUS_DEMO=1 for a demo. With the embedded PostgreSQL the server must be running.
 *
 * `npm run operator -- code <secret>` prints what an authenticator shows now, for whoever has none at hand in a demo.
 */
import { readOptions } from "../run/read-options.ts";
import { ensureNode } from "../run/node-version.ts";

await ensureNode();
// Loaded late: an older Node could not parse it.
const { addOperator } = await import("./add-operator.ts");
const { codeOf } = await import("@lotus/server/desk/operators/totp");

const { values, positionals } = readOptions({
  options: { name: { type: "string" }, role: { type: "string" } },
  allowPositionals: true,
});
const [what, secret = ""] = positionals;
if (what === "code" && /^[A-Z2-7]{32}$/u.test(secret)) {
  console.log(codeOf(secret, Date.now()));
  process.exit();
}
if (what !== "create") {
  console.error("usage: npm run operator -- create --name <name> --role <support|cashier|risk|admin>");
  console.error("       npm run operator -- code <secret of an authenticator: 32 letters and digits>");
  process.exit(1);
}
process.exitCode = await addOperator(process.env, { name: values.name ?? "", role: values.role ?? "" });
