import { Gauge, type Registry } from "prom-client";

/** Registers a gauge whose value is read at each scrape. `read` must not throw; NaN means unknown. */
export function gaugeOf(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(await read());
      },
    }),
  );
}
