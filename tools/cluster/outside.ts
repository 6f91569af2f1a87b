import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChildUser } from "@lotus/server/db/cluster/child-user";
import { fillTemplate, writeClusterSettings } from "./fill.ts";
import { asUser, groupOf, nameOf } from "./machine.ts";
import type { Network } from "./network.ts";
import { Program } from "./program.ts";

/** Where what is outside the machines runs, and with what. */
export interface OutsideOptions {
  readonly folder: string;
  readonly network: Network;
  readonly user: ChildUser | null;
  readonly settings: Readonly<Record<string, string>>;
  /** Ports of the players' proxies, on this machine: each stands for one of the addresses that a name has. */
  readonly ports: readonly number[];
  /** Port of Prometheus; null for none. */
  readonly prometheusPort: number | null;
  /** Certificate of the cluster's authority. */
  readonly authority: string;
}

const RESTART_MS = 1_000;
const STOP_WITHIN_MS = 5_000;

/** The players' proxies, of which a real cluster has one on each machine, and Prometheus. */
export class Outside {
  readonly playersPorts: readonly number[];
  readonly prometheusUrl: string | null;
  readonly #proxies: readonly Program[];
  readonly #programs: readonly Program[];

  constructor(options: OutsideOptions) {
    const { folder: place, user, ports, prometheusPort, settings } = options;
    this.playersPorts = ports;
    this.prometheusUrl = prometheusPort === null ? null : `http://127.0.0.1:${prometheusPort}`;
    mkdirSync(place, { recursive: true });
    const file = join(place, "cluster.env");
    const shared = {
      ...settings,
      PROXY_USER: nameOf(user),
      PROXY_GROUP: groupOf(user),
      PROMETHEUS_RULES: join(import.meta.dirname, "../../ops/prometheus/alerts.yml"),
      CERTIFICATES: place,
    };
    writeFileSync(join(place, "ca.crt"), options.authority);
    const install = (template: string, name = template): string => {
      const to = join(place, name);
      writeFileSync(to, fillTemplate(file, template));
      return to;
    };
    this.#proxies = ports.map((port, at) => {
      writeClusterSettings(file, { ...shared, PLAYERS_BIND: `127.0.0.1:${port}` });
      const words = [
        "/usr/sbin/haproxy",
        "-db",
        "-f",
        install("haproxy-players.cfg", `players${at + 1}.cfg`),
      ];
      return this.#program(`players${at + 1}`, words, options, place);
    });
    const programs = [...this.#proxies];
    if (prometheusPort !== null) {
      const stored = join(place, "prometheus");
      mkdirSync(stored);
      const watch = [
        "/usr/bin/prometheus",
        `--config.file=${install("prometheus.yml")}`,
        `--storage.tsdb.path=${stored}`,
        `--web.listen-address=127.0.0.1:${prometheusPort}`,
      ];
      programs.push(this.#program("prometheus", watch, options, place));
      if (user !== null) chownSync(stored, user.uid, user.gid);
    }
    this.#programs = programs;
    if (user !== null) chownSync(place, user.uid, user.gid);
  }

  start(): void {
    for (const program of this.#programs) program.start();
  }

  /** Kills the first of the players' proxies; its supervisor starts it again. */
  killProxy(): void {
    this.#proxies[0]?.signal("SIGKILL");
  }

  async stop(): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.stop("SIGTERM", STOP_WITHIN_MS)));
  }

  #program(name: string, words: readonly string[], { user }: OutsideOptions, place: string): Program {
    return new Program({
      name,
      command: [...asUser(user), ...words],
      env: () => ({ PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C.UTF-8" }),
      cwd: place,
      logFile: join(place, `${name}.log`),
      restartAfterMs: RESTART_MS,
    });
  }
}
