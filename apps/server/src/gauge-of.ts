import { Gauge, type Registry } from "prom-client";

/** Registers a gauge whose value is read at each scrape. `read` must not throw: NaN stands for what is not known. */
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
