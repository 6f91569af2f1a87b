import { openAuditedPhone } from "../budget/audited-phone.ts";
import type { Figure } from "../budget/bars.ts";
import { mainPathFigures } from "../budget/main-path.ts";
import { pageBytes } from "../budget/page-bytes.ts";
import { buildApp } from "../run/build-app.ts";
import { openServer } from "../load/server-under-load.ts";
import type { Section } from "./section.ts";
import { tapToCount } from "./tap-to-count.ts";

const AUDITED = [
  { name: "login", path: "/pages/auth/login" },
  { name: "home", path: "/" },
  { name: "game", path: "/pages-sub/game/index?code=FFC" },
] as const;

/** The largest boards. */
const BOARDS = [
  { game: "FFC", option: "XYP.ZH" },
  { game: "LHC", option: "LM.SZE" },
] as const;

/** The players' app on a slow phone: bytes loaded, Lighthouse's figures, and the latency of taps. */
export const pages: Section = async ({ folder, log }) => {
  const built = buildApp("player");
  if (!built.ok) throw new Error(built.output);
  const server = await openServer(folder("pages"));
  const base = `http://127.0.0.1:${server.port}`;
  try {
    const phone = await openAuditedPhone(base);
    const figures: Figure[] = [...pageBytes()];
    try {
      log("pages: the main path");
      figures.push(...(await mainPathFigures(phone.context)));
      await phone.logOut();
      for (const page of AUDITED) {
        log(`pages: ${page.name}`);
        if (page.name === "home") await phone.logIn();
        figures.push(...(await phone.audit(page)));
      }
      for (const board of BOARDS) {
        log(`pages: taps on ${board.option}`);
        figures.push(...(await tapToCount(phone.context, base, board)));
      }
    } finally {
      await phone.close();
    }
    return figures;
  } finally {
    await server.stop();
  }
};
