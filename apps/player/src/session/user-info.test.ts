import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../api/query-client.ts";
import { api } from "./api.ts";
import { balanceOfReply, balanceQuery, setBalance } from "./user-info.ts";

const shown = () => queryClient.getQueryData(balanceQuery.queryKey);

beforeEach(() => queryClient.clear());

test("the balance of a response is shown if no event has come since the request", () => {
  setBalance("100.00");
  balanceOfReply()("98.00");
  expect(shown()).toBe("98.00");
});

test("a response older than an event does not restore the older balance", () => {
  const ofReply = balanceOfReply();
  setBalance("96.00");
  ofReply("98.00");
  expect(shown()).toBe("96.00");
});

test("nor does a balance requested before the event", async () => {
  // The types of all calls at once fit no single reply.
  const reply = Promise.withResolvers<never>();
  vi.spyOn(api, "call").mockReturnValueOnce(reply.promise);
  const request = queryClient.fetchQuery(balanceQuery);
  setBalance("96.00");
  reply.resolve("98.00" as never);
  await request;
  expect(shown()).toBe("96.00");
});
