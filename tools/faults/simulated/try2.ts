import * as globals from "./replaced-globals.ts";
import { Trace } from "./trace.ts";
import { World } from "./world.ts";
const epochMs = Date.parse("2026-11-23T12:08:30+07:00");
globals.install();
const { startSimulatedCluster } = await import("./template.ts");
const { SimulatedDatabase } = await import("./simulated-database.ts");
const { SimulatedServer } = await import("./simulated-server.ts");
const { SimulatedSocket } = await import("./simulated-socket.ts");
const { Backends } = await import("./backend.ts");
const { Parked } = await import("./parked.ts");
const { Statements } = await import("./statements.ts");
const { makeKeys } = await import("@lotus/server/settings/keys");
const t0 = globals.real.now();
const cluster = await startSimulatedCluster();
console.log("cluster", globals.real.now() - t0);
const world = new World(1, globals.settle, new Trace(process.argv.includes("--trace") ? console.log : undefined));
globals.enter(world, epochMs);
process.on("unhandledRejection", (e) => console.log("UNHANDLED", e));
SimulatedSocket.countAnew();
const t1 = globals.real.now();
await cluster.copy("sim_1");
console.log("copy", globals.real.now() - t1);
const statements = new Statements();
const backends = new Backends(cluster.socketPath, "sim_1", "lotus_app");
const database = new SimulatedDatabase({
  world, backends, statements, epochMs,
  network: { latencyMs: () => world.between(0.05, 0.4), workMs: (c) => world.between(0.05, c ? 3 : 0.3), breaks: () => undefined },
  parked: new Parked(world, cluster.control),
});
const { Backend } = await import("./backend.ts");
const times = new Map<string,[number,number]>();
const orig = Parked.prototype.exchange;
Parked.prototype.exchange = async function (s: any, b: any, r: any) { const t = globals.real.now(); const x = await orig.call(this, s, b, r); const e = times.get(r.text) ?? [0,0]; e[0] += globals.real.now()-t; e[1] += 1; times.set(r.text, e); return x; };
const keys = makeKeys((length) => globals.seededBytes(length));
const place = { world, database, url: cluster.url("sim_1"), keys, dataDir: cluster.dataDir, epochMs, fairness: {} };
const servers = ["a", "b", "c"].map((name) => new SimulatedServer(place, name));
for (const s of servers) { const t = globals.real.now(); void s.start(); await world.runUntil(world.now + 5000, () => s.isUp); console.log("start", s.isUp, world.now, globals.real.now() - t); }
for (let i = 0; i < 5; i += 1) {
  const [t, n] = [globals.real.now(), statements.total];
  await world.runUntil(world.now + 20_000);
  console.log("20 s in", globals.real.now() - t, "ms", statements.total - n, "statements", backends.size, "backends");
}
console.log([...times].toSorted((a,b)=>b[1][0]-a[1][0]).slice(0,30).map(([t,[ms,n]])=>ms.toFixed(0).padStart(6)+String(n).padStart(6)+" "+(ms/n).toFixed(2)+" "+t.trim().replaceAll(/\s+/g," ").slice(0,100)).join("\n"));
const ex = (await import("./wire.ts"));
const bk = await backends.take("");
for (let k=0;k<3;k++){ const t=globals.real.now(); for (let i=0;i<1000;i++) await bk.exchange(ex.message("S"),1); console.log("empty sync", globals.real.now()-t, "us each"); }
const { setNow } = await import("./backend.ts");
for (let k=0;k<3;k++){ const t=globals.real.now(); for (let i=0;i<1000;i++) await bk.exchange(Buffer.concat([setNow(1e12+i),ex.message("S")]),1); console.log("set now", globals.real.now()-t, "us each"); }
statements.seconds = world.now / 1000;
console.log(statements.lines(40).join("\n"));
console.log(world.trace.hash, servers.map((s) => s.errors));
backends.close();
await cluster.stop();
process.exit(0);
