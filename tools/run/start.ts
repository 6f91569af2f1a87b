/**
 * `npm start`: the server as a demo. Builds the two apps when their sources changed, starts PostgreSQL and the server, and prints
 * the addresses. `--no-build` skips the build; so does `--hot`, where `npm run dev` serves the apps. Ctrl-C stops everything.
 */
import { ensureNode } from "./node-version.ts";
import { readOptions } from "./read-options.ts";

await ensureNode();
const { values } = readOptions({
  options: { hot: { type: "boolean", default: false }, "no-build": { type: "boolean", default: false } },
});
// Loaded only now: an older Node could not read them.
const { checkDemo } = await import("./check-demo.ts");
const environment = await checkDemo(process.env);

const { APPS, buildApp } = await import("./build-app.ts");
if (!values.hot && !values["no-build"]) {
  for (const app of APPS) {
    const outcome = buildApp(app);
    if (!outcome.ok) {
      console.error(`${outcome.output}\napps/${app} could not be built`);
      process.exit(1);
    }
  }
}

console.log("Starting the server …");
const { HOT } = await import("./hot.ts");
const { welcome } = await import("./welcome.ts");
const { runProcess } = await import("@lotus/server/run-process");
const { startStandInWitness } = await import("./stand-in-witness.ts");
const { createServer } = await import("@lotus/server/app");
await runProcess(
  { environment: await startStandInWitness(environment), mode: "demo", build: createServer },
  (server) => {
    // Measured from the start of the process, so that it includes the build.
    console.log(welcome(server, performance.now(), values.hot ? HOT : undefined));
  },
);
