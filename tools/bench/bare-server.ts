/** A bare Fastify that parses what it is sent and returns fixed bytes: the yardstick of calls. Runs as a child process. */
import fastify, { type RouteHandlerMethod } from "fastify";

/** The parent's first message: the headers and the body of each path. */
export type BareRoutes = Readonly<
  Record<string, { readonly headers: Readonly<Record<string, string>>; readonly body: string }>
>;

process.once("message", (routes: BareRoutes) => {
  const server = fastify();
  for (const [path, { headers, body }] of Object.entries(routes)) {
    const handler: RouteHandlerMethod = (_request, reply) => reply.headers(headers).send(body);
    server.route({ method: ["GET", "POST"], url: path, handler });
  }
  void server.listen({ host: "127.0.0.1", port: 0 }).then((url) => process.send?.(url));
});
process.once("disconnect", () => process.exit(0));
