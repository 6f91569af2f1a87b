import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SessionStore } from "../session/session.ts";
import { createDesk } from "./create-desk.ts";
import { DeskApp } from "./desk-app.tsx";

test("without a session there is one redirect to sign-in, without a loop", async () => {
  const away = vi.fn(() => Promise.reject(new Error("nobody is asked before sign-in")));
  const { desk, store } = createDesk(away, sessionStorage);
  const looked = vi.spyOn(SessionStore.prototype, "get");
  render(<DeskApp desk={desk} store={store} />);
  await screen.findByLabelText(/^Authentication code|^Mã xác thực/u, undefined, { timeout: 20_000 });
  expect(looked.mock.calls.length).toBeLessThan(20);
  expect(away).not.toHaveBeenCalled();
});
