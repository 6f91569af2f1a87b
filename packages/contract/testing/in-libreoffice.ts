import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether LibreOffice is installed. */
export const HAS_LIBREOFFICE = spawnSync("soffice", ["--version"]).status === 0;

/** Tab between cells, UTF-8, texts in quotes, figures as they are shown. */
const AS_SHOWN = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,true,true";

/** The cells of a file as LibreOffice shows them to a reader of a locale: texts in quotes, figures without. */
export function inLibreOffice(file: Uint8Array, locale: string): string[][] {
  const folder = mkdtempSync(join(tmpdir(), "lotus-sheet-"));
  try {
    const user = join(folder, "profile", "user");
    mkdirSync(user, { recursive: true });
    writeFileSync(
      join(user, "registrymodifications.xcu"),
      `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop></item></oor:items>`,
    );
    writeFileSync(join(folder, "file.xlsx"), file);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const conversion = ["--convert-to", AS_SHOWN, "--outdir", folder, join(folder, "file.xlsx")];
    execFileSync("soffice", ["--headless", profile, ...conversion], { stdio: "ignore", timeout: 120_000 });
    const lines = readFileSync(join(folder, "file.csv"), "utf8").trimEnd().split("\n");
    return lines.map((line) => line.split("\t"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
