/**
 * `npm run budget [-- --lighthouse [--runs 3]] [--inp] [--checking] [--only login,game] [--no-build] [--json]`: sizes of the
 * players' app, compared with its budgets. --lighthouse also starts a demo server and audits pages as on a slow phone, as they
 * are opened for the first time since a release and later, each so many times, of which the median counts; --only audits some of
 * them; --inp measures from taps and keys to the next paint over the whole main path; --checking traces what checking fifty bets
 * in the background costs a page of it, which takes some minutes until they are drawn. --no-build uses the existing build. Exit
 * status 1 if a budget is missed.
 */
import { rmSync } from "node:fs";
import { readOptions } from "../run/read-options.ts";
import { freshFolder } from "../bench/section.ts";
import { buildApp } from "../run/build-app.ts";
import { openServer } from "../load/server-under-load.ts";
import { openAuditedPhone } from "./audited-phone.ts";
import { mainPathFigures } from "./main-path.ts";
import { type Figure, jsonOf, judge, medianFigures, tableOf } from "./bars.ts";
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

const { values } = readOptions({
  options: {
    lighthouse: { type: "boolean", default: false },
    inp: { type: "boolean", default: false },
    only: { type: "string" },
    runs: { type: "string", default: "3" },
    checking: { type: "boolean", default: false },
    "no-build": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

const isAudited = ({ name }: { readonly name: string }): boolean =>
  values.only === undefined || values.only.split(",").includes(name);

/** One audit after another, each with the phone for itself. */
async function audits(audit: () => Promise<Figure[]>): Promise<Figure[]> {
  const runs: Figure[][] = [];
  // Side by side they would slow each other down.
  // oxlint-disable-next-line no-await-in-loop
  while (runs.length < Math.max(1, Number(values.runs))) runs.push(await audit());
  return medianFigures(runs);
}

async function onAPhone(): Promise<Figure[]> {
  const folder = freshFolder("budget");
  const server = await openServer(folder);
  try {
    const phone = await openAuditedPhone(`http://127.0.0.1:${server.port}`);
    try {
      // The login is measured while nobody is logged in.
      const figures = values.inp ? await mainPathFigures(phone.context) : [];
      if (values.inp) await phone.logOut();
      if (values.lighthouse && isAudited(LOGIN)) figures.push(...(await audits(() => phone.audit(LOGIN))));
      await phone.logIn();
      if (values.checking) figures.push(...(await checkingFigures(server.port, phone.context)));
      if (!values.lighthouse) return figures;
      for (const page of PAGES.filter(isAudited)) {
        console.error(`${page.name} …`);
        figures.push(...(await audits(() => phone.audit(page))));
        const forgotten = { ...page, name: `${page.name}, first since a release` };
        figures.push(
          ...(await audits(async () => {
            await phone.forgetApp();
            return phone.audit(forgotten);
          })),
        );
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
const figures = [
  ...pageBytes(),
  ...(values.lighthouse || values.inp || values.checking ? await onAPhone() : []),
];
console.log(tableOf(figures));
if (values.json) console.log(jsonOf(figures));
process.exitCode = figures.some((figure) => judge(figure) === "missed") ? 1 : 0;
