/** The server in production: `npm run serve`. Nothing else of the server reads the environment. */
import { createServer } from "./app.ts";
import { runProcess } from "./run-process.ts";

await runProcess({ environment: process.env, mode: "production", build: createServer }, () => undefined);
