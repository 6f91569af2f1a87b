import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fakeServer } from "../testing/fake-server.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { PageView } from "./page-view.tsx";

const page = {
  name: "report",
  query: {},
  url: "/pages-sub/report/index",
  key: "1",
  index: 0,
  Screen: () => <p>the report</p>,
};
vi.mock("./navigation.ts", () => ({
  navigation: { scrollOf: () => 0, back: async () => undefined },
  usePages: () => ({ page, tabs: [], launch: 0 }),
  useNavigating: () => false,
}));

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function open(features: object) {
  const data = { title: "Lotus", features, readings: {}, serverTime: Date.now() };
  const requests = fakeServer({ "GET /api/app/config": { data } });
  await renderScreen(<PageView wideFrame={() => null} />, "en-US");
  await vi.waitFor(() => expect(requests).toHaveLength(1));
}

test('a page switched off by the server shows "coming soon" under its own title', async () => {
  await open({ report: false });
  await screen.findByText("Coming soon");
  expect(screen.getByText("Report")).toBeDefined();
  expect(screen.queryByText("the report")).toBeNull();
});

test.each([{ report: true }, {}, { agent: false }])("with the switches %j it is there", async (features) => {
  await open(features);
  expect(await screen.findByText("the report")).toBeDefined();
  expect(screen.queryByText("Coming soon")).toBeNull();
});
