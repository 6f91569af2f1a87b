/**
 * `npm run container [-- --stage-only]`: puts what the image needs into dist/container (as root, by Debian's mmdebstrap:
 * libraries and a shell, nothing else) and builds it by buildah as localhost/lotus. Needs `npm run build` before.
 * `npm run container -- --check` runs that image without rights by podman, or by bubblewrap where podman cannot run, and
 * plays in it.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "../run/root.ts";
import { checkImage } from "./check-image.ts";
import { productionPackages } from "./production-packages.ts";

const STAGE = join(ROOT, "dist/container");
const SUITE = "bookworm";
const MIRROR = "http://deb.debian.org/debian";
/** What Node and ops/node need; without maintainer scripts there is nothing to run in it. */
const LIBRARIES = "libc6,libstdc++6,libgcc-s1,busybox-static";
/** What of BusyBox ops/node and who looks into a running container call. */
const PROGRAMS = ["sh", "readlink", "dirname", "cat", "ls", "ps", "env", "id", "touch"];
/** What these packages bring for people and for other programs. */
const UNNEEDED = [
  "usr/share/doc",
  "usr/share/man",
  "usr/share/locale",
  "usr/share/info",
  "usr/share/lintian",
  "usr/share/initramfs-tools",
  "usr/share/gdb",
  "usr/share/perl5",
  "usr/lib/x86_64-linux-gnu/gconv",
  "usr/lib/aarch64-linux-gnu/gconv",
  "var/cache",
  "var/lib/apt",
  "dev",
];
const PASSWD = "root:x:0:0:root:/:/bin/sh\nlotus:x:10001:10001:lotus:/var/lib/lotus-house:/bin/sh\n";
const GROUP = "root:x:0:\nlotus:x:10001:\n";
/** Parts of the checkout that the server and its operator's tools are. */
const PARTS = [
  "package.json",
  "ops/node",
  "apps/server",
  "apps/witness",
  "apps/beacon",
  "apps/player/dist",
  "apps/desk/dist",
  "packages",
  "tools/run",
  "tools/operator",
  "tools/backup",
  "tools/check-books.ts",
];
const LEFT_OUT = /\.test\.tsx?$|\/testing(?:\/|$)|\/fixtures(?:\/|$)|\/node_modules(?:\/|$)/u;
/** What packages bring beside the program: Node's headers, types, maps to sources, pages to read but for licences. */
const NOT_RUN =
  /node-linux-\w+\/(?:include|share)|\/@types\/|\.d\.[cm]?ts$|\.map$|(?<!licen[cs]e|notice)\.(?:md|markdown)$/iu;
const STRIP = "/usr/bin/strip";

/** Megabytes that a folder's files take. */
function megabytes(folder: string): number {
  const sizeOf = (path: string): number => {
    const stat = lstatSync(path);
    if (!stat.isDirectory()) return stat.size;
    return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
  };
  return Math.round(sizeOf(folder) / 1e6);
}

function run(program: string, words: readonly string[]): void {
  const done = spawnSync(program, words, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
  if (done.error !== undefined) {
    console.error(
      `${program} cannot be run: on Debian, apt-get install mmdebstrap buildah (${done.error.message})`,
    );
    process.exit(1);
  }
  if (done.status !== 0) throw new Error(`${program} ${words[0] ?? ""} failed`);
}

function stageRoot(): void {
  const root = join(STAGE, "rootfs");
  if (!existsSync(join(root, "bin/sh")))
    run("mmdebstrap", ["--quiet", "--variant=extract", `--include=${LIBRARIES}`, SUITE, root, MIRROR]);
  for (const name of UNNEEDED) rmSync(join(root, name), { recursive: true, force: true });
  for (const name of PROGRAMS) {
    rmSync(join(root, "bin", name), { force: true });
    symlinkSync("busybox", join(root, "bin", name));
  }
  for (const name of ["dev", "proc", "sys", "tmp", "run/secrets", "opt/lotus", "var/lib/lotus-house"])
    mkdirSync(join(root, name), { recursive: true });
  writeFileSync(join(root, "etc/passwd"), PASSWD);
  writeFileSync(join(root, "etc/group"), GROUP);
  mkdirSync(join(STAGE, "house"), { recursive: true });
}

function stageApp(): void {
  const app = join(STAGE, "app");
  rmSync(app, { recursive: true, force: true });
  for (const part of PARTS)
    cpSync(join(ROOT, part), join(app, part), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(relative(ROOT, path)),
    });
  for (const path of productionPackages())
    cpSync(join(ROOT, path), join(app, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !NOT_RUN.test(file),
    });
  cpSync(join(ROOT, "node_modules/.bin/node"), join(app, "node_modules/.bin/node"), {
    verbatimSymlinks: true,
  });
  // Node brings the names of all its functions, for who debugs it.
  if (existsSync(STRIP))
    run(STRIP, ["--strip-all", join(app, `node_modules/node-linux-${process.arch}/bin/node`)]);
  else console.log("without strip (binutils) the image is 18 MB larger");
}

function build(): void {
  if (!existsSync(join(ROOT, "apps/player/dist/index.html"))) throw new Error("npm run build first");
  mkdirSync(STAGE, { recursive: true });
  stageRoot();
  stageApp();
  console.log(`libraries ${megabytes(join(STAGE, "rootfs"))} MB, server ${megabytes(join(STAGE, "app"))} MB`);
  if (process.argv.includes("--stage-only")) return;
  const file = join(ROOT, "Containerfile");
  const words = ["build", "--isolation", "chroot", "--file", file, "--tag", "lotus", STAGE];
  run("buildah", ["--storage-driver", "vfs", ...words]);
}

if (process.argv.includes("--check")) process.exitCode = await checkImage(STAGE);
else build();
