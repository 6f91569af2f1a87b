/** A bare Fastify that returns fixed bytes: the yardstick of reads. Runs as a child process. */
import fastify from "fastify";

/** The parent's first message: the headers and the body of each path. */
export type BareRoutes = Readonly<
  Record<string, { readonly headers: Readonly<Record<string, string>>; readonly body: string }>
>;

process.once("message", (routes: BareRoutes) => {
  const server = fastify();
  for (const [path, { headers, body }] of Object.entries(routes)) {
    server.get(path, (_request, reply) => reply.headers(headers).send(body));
  }
  void server.listen({ host: "127.0.0.1", port: 0 }).then((url) => process.send?.(url));
});
process.once("disconnect", () => process.exit(0));
