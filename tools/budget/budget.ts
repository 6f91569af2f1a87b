/**
 * `npm run budget [-- --lighthouse] [--checking] [--no-build] [--json]`: sizes of the players' app, compared with its budgets.
 * --lighthouse also starts a demo server and audits pages as on a slow phone; --checking traces what checking fifty bets in
 * the background costs a page of it, which takes some minutes until they are drawn. --no-build uses the existing build. Exit
 * status 1 if a budget is missed.
 */
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { freshFolder } from "../bench/section.ts";
import { buildApp } from "../run/build-app.ts";
import { openServer } from "../load/server-under-load.ts";
import { openAuditedPhone } from "./audited-phone.ts";
import { type Figure, jsonOf, judge, tableOf } from "./bars.ts";
import { checkingFigures } from "./checking.ts";
import { pageBytes } from "./page-bytes.ts";

/** The login page is audited before logging in. */
const LOGIN = { name: "login", path: "/pages/auth/login" } as const;
const PAGES = [
  { name: "home", path: "/" },
  { name: "lobby", path: "/pages/tabbar/center" },
  { name: "game", path: "/pages-sub/game/index?code=FFC" },
  { name: "records", path: "/pages-sub/record/betting" },
  { name: "report", path: "/pages-sub/report/index" },
] as const;

const { values } = parseArgs({
  options: {
    lighthouse: { type: "boolean", default: false },
    checking: { type: "boolean", default: false },
    "no-build": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

async function onAPhone(): Promise<Figure[]> {
  const folder = freshFolder("budget");
  const server = await openServer(folder);
  try {
    const phone = await openAuditedPhone(`http://127.0.0.1:${server.port}`);
    try {
      const figures = values.lighthouse ? await phone.audit(LOGIN) : [];
      await phone.logIn();
      if (values.checking) figures.push(...(await checkingFigures(server.port, phone.context)));
      if (!values.lighthouse) return figures;
      for (const page of PAGES) {
        console.error(`${page.name} …`);
        // Sequentially: concurrent audits would slow each other down.
        figures.push(...(await phone.audit(page)));
      }
      return figures;
    } finally {
      await phone.close();
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!values["no-build"]) {
  const built = buildApp("player");
  if (!built.ok) {
    console.error(built.output);
    process.exit(1);
  }
}
const figures = [...pageBytes(), ...(values.lighthouse || values.checking ? await onAPhone() : [])];
console.log(tableOf(figures));
if (values.json) console.log(jsonOf(figures));
process.exitCode = figures.some((figure) => judge(figure) === "missed") ? 1 : 0;
