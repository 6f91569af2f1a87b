/** Counters of requests in the text format of OpenMetrics. */
export class Metrics {
  static readonly contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8";
  readonly #requests = new Map<string, number>();

  count(method: string, status: number): void {
    const labels = `method="${method === "POST" ? "POST" : "GET"}",status="${status}"`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
  }

  text(): string {
    const lines = [...this.#requests].map(([labels, count]) => `witness_requests_total{${labels}} ${count}`);
    return [
      "# TYPE witness_requests counter",
      "# HELP witness_requests Requests by method and status.",
      ...lines,
      "# EOF",
      "",
    ].join("\n");
  }
}
