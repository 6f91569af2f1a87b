// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { useLayoutEffect, type ReactNode } from "react";
import { expect, test } from "vitest";
import { emitLiveEvent, useLiveEvent } from "./live-events.ts";

test("an event that arrives as soon as an order is on the page reaches it", () => {
  const heard: string[] = [];
  function Order() {
    useLiveEvent("money", ({ status }) => heard.push(status));
    return null;
  }
  function Page({ children }: { children: ReactNode }) {
    useLayoutEffect(() => emitLiveEvent("money", { orderNo: "W1", status: "passed" }), []);
    return children;
  }
  render(
    <Page>
      <Order />
    </Page>,
  );
  expect(heard).toEqual(["passed"]);
});
