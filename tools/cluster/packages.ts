import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";

/** Programs of the cluster, with the package of Debian that brings each. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
  "/usr/bin/patroni": "patroni",
  // Patroni's way to etcd over TLS, which its package forgets.
  "/usr/lib/python3/dist-packages/idna/__init__.py": "python3-idna",
  "/usr/bin/etcd": "etcd-server",
  "/usr/bin/etcdctl": "etcd-client",
  "/usr/sbin/haproxy": "haproxy",
  "/usr/sbin/pgbouncer": "pgbouncer",
  "/usr/bin/pgbackrest": "pgbackrest",
  "/usr/bin/prometheus": "prometheus",
  "/usr/bin/openssl": "openssl",
  "/usr/bin/setpriv": "util-linux",
  "/usr/sbin/ip": "iproute2",
};

/** The packages that a trial cluster needs and this machine lacks. */
export function missingPackages(): string[] {
  return Object.entries(PROGRAMS)
    .filter(([program]) => !existsSync(program))
    .map(([, name]) => name);
}

const POLICY = "/usr/sbin/policy-rc.d";
const CLUSTERS = "/etc/postgresql-common";
const FORBID = "#!/bin/sh\nexit 101\n";

/**
 * Installs what is missing from Debian's packages, as root. None of their services is started, and PostgreSQL's package
 * makes no cluster of its own.
 */
export function installPackages(): void {
  const missing = missingPackages();
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    throw new Error(`as root on Debian: apt-get install ${missing.join(" ")}`);
  const hadPolicy = existsSync(POLICY);
  const settings = `${CLUSTERS}/createcluster.conf`;
  const hadSettings = existsSync(settings);
  mkdirSync(CLUSTERS, { recursive: true });
  if (!hadSettings) writeFileSync(settings, "create_main_cluster = false\n");
  if (!hadPolicy) {
    writeFileSync(POLICY, FORBID);
    chmodSync(POLICY, 0o755);
  }
  try {
    apt(["update"]);
    // A file of settings that was here before its package is kept.
    apt(["install", "-y", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold", ...missing]);
  } finally {
    if (!hadPolicy) rmSync(POLICY);
  }
}

function apt(words: readonly string[]): void {
  const done = spawnSync("apt-get", ["-qq", ...words], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (done.status !== 0) throw new Error(`apt-get ${words[0] ?? ""} failed`);
}
