/**
 * `npm run cluster -- up [--players 24] [--folder …] [--pooler] [--backups] [--prometheus] [--loopback]`: a whole cluster
 * on this machine, as docs/cluster.md builds one on three: etcd, PostgreSQL under Patroni, HAProxy and a server on each of
 * three machines, and the players' proxy before them. Ctrl-C takes it down without a trace. From another terminal:
 *   status · kill <member> · pause <member> · resume · switchover [machine] · partition <machine>… · down
 * A member is machine2, db1, patroni1, etcd1, proxy1, pooler1, server3, or primary for the primary's database.
 *   install · check · measure [--players 24] [--only name,…] · roll --from <revision> [--minutes 2] [--forward]
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../run/read-options.ts";
import { ensureNode } from "../run/node-version.ts";

await ensureNode();
// Loaded only now: an older Node could not read them.
const { runCommand } = await import("./run-command.ts");

const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    folder: { type: "string", default: join(tmpdir(), "lotus-cluster") },
    players: { type: "string", default: "24" },
    only: { type: "string", default: "" },
    from: { type: "string", default: "" },
    minutes: { type: "string", default: "2" },
    forward: { type: "boolean", default: false },
    pooler: { type: "boolean", default: false },
    backups: { type: "boolean", default: false },
    prometheus: { type: "boolean", default: false },
    loopback: { type: "boolean", default: false },
  },
});
process.exit(await runCommand(positionals, values));
