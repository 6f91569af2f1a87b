import { drawFor, type DrawFamily } from "@lotus/games";
import type { Locale } from "@lotus/locales";
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sampleProof } from "@lotus/fair/testing/sample-proof";
import { renderScreen } from "../../testing/render-screen.tsx";
import { loadCatalog } from "../../i18n/i18n.ts";
import { Screen } from "./verify.tsx";

const GAME = {
  gameCode: "FFC",
  name: "FFC 1 phút",
  family: "five-digits",
  cycleMinutes: 1,
  on: true,
  current: null,
  last: null,
};

/** Answers every call of the screen; the proof is what a test puts here. */
let proof: unknown;

beforeEach(() => {
  vi.stubGlobal("fetch", (input: string) => {
    const results = { list: [], nextCursor: null };
    const data = input.includes("/proof/")
      ? proof
      : input.includes("/history/")
        ? results
        : { serverTime: 0, list: [GAME] };
    return Promise.resolve(new Response(JSON.stringify({ code: 0, msg: "", data })));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const show = async (locale: Locale = "en-US", code = "FFC") => {
  await renderScreen(null, locale);
  await loadCatalog("verify");
  return renderScreen(<Screen query={{ code, prize: "202611210003" }} />, locale);
};

/** The outcome that a step says of itself. */
function outcomeOf(title: string): string {
  const heading = screen.getByRole("heading", { level: 3, name: new RegExp(`^${title}`, "u") });
  return heading.textContent?.slice(title.length + 2) ?? "";
}

const TITLES = {
  records: "The signed log is intact",
  commitment: "The commitment came before the sale",
  secret: "The secret fits the commitment",
  chain: "The secret belongs to the published chain",
  merkle: "The commitment lies under the Merkle root",
  numbers: "The same numbers come out again",
};

const flip = (hex: string) => (hex.startsWith("0") ? "1" : "0") + hex.slice(1);

test("a valid proof passes every step, including the walk to the start of the chain", async () => {
  proof = sampleProof();
  await show();
  expect(await screen.findByText("Every step agrees")).toBeDefined();
  expect(await screen.findByText(/^6 of 6 steps agree/u)).toBeDefined();
  for (const title of Object.values(TITLES)) expect(outcomeOf(title)).toBe("agrees");
  expect(screen.getByRole("img", { name: "8 2 5 9 8" })).toBeDefined();
  expect(screen.getByText(/^Mode 0 shows/u).textContent).toContain(
    "does not show that the house did not know",
  );
});

describe("the last step goes from each byte to the number that was drawn", () => {
  const workings = async (family: DrawFamily, game: string) => {
    proof = sampleProof({ game, draw: drawFor(family) });
    await show("en-US", game);
    const title = await screen.findByRole("heading", { level: 3, name: /^The same numbers/u });
    const step = title.closest("li");
    if (step === null) throw new Error("no step");
    return within(step)
      .getAllByRole("listitem")
      .map((item) => item.textContent.replaceAll("\u00a0", " "));
  };

  test("five digits", async () => {
    expect(await workings("five-digits", "FFC")).toEqual([
      "228 ÷ 10 leaves 8 → 8",
      "222 ÷ 10 leaves 2 → 2",
      "125 ÷ 10 leaves 5 → 5",
      "99 ÷ 10 leaves 9 → 9",
      "8 ÷ 10 leaves 8 → 8",
    ]);
  });

  test("three dice: the face, which is one more than what is left over", async () => {
    expect(await workings("dice", "K3")).toEqual([
      "103 ÷ 6 leaves 1 → 2",
      "231 ÷ 6 leaves 3 → 4",
      "163 ÷ 6 leaves 1 → 2",
    ]);
  });

  test("ten cars: each with its place, the champion being what is left", async () => {
    expect(await workings("racing", "PK10")).toEqual([
      "Place 10: 94 ÷ 10 leaves 4 → 5",
      "Place 9: 213 ÷ 9 leaves 6 → 7",
      "Place 8: 127 ÷ 8 leaves 7 → 8",
      "Place 7: 115 ÷ 7 leaves 3 → 4",
      "Place 6: 224 ÷ 6 leaves 2 → 3",
      "Place 5: 21 ÷ 5 leaves 1 → 2",
      "Place 4: 68 ÷ 4 leaves 0 → 1",
      "Place 3: 164 ÷ 3 leaves 2 → 6",
      "Place 2: 13 ÷ 2 leaves 1 → 10",
      "Place 1: the one left → 9",
    ]);
  });

  test("seven balls, a skipped byte with the ball that came after it", async () => {
    expect(await workings("mark-six", "LHC")).toEqual([
      "73 ÷ 49 leaves 24 → 25",
      "216 ÷ 48 leaves 24 → 26",
      "249 skipped, 205 ÷ 47 leaves 17 → 20",
      "117 ÷ 46 leaves 25 → 29",
      "122 ÷ 45 leaves 32 → 37",
      "24 ÷ 44 leaves 24 → 30",
      "119 ÷ 43 leaves 33 → 40",
    ]);
  });
});

describe("one flipped byte is invalid, and its step is marked", () => {
  const right = sampleProof();
  const [sibling = "", ...siblings] = right.merkleProof;
  const [first, second, third, last] = right.records;
  if (first === undefined || second === undefined || third === undefined || last === undefined)
    throw new Error("records");

  test.each([
    ["in the path", { ...right, merkleProof: [flip(sibling), ...siblings] }, "merkle"],
    [
      "in a signature",
      { ...right, records: [first, second, third, { ...last, signature: flip(last.signature) }] },
      "records",
    ],
    ["in the secret", { ...right, secret: flip(right.secret ?? "") }, "secret"],
    ["in the anchor", { ...right, anchor: flip(right.anchor) }, "chain"],
    ["in the numbers", { ...right, numbers: [8, 2, 5, 9, 9] }, "numbers"],
  ] as const)("%s", async (_where, document, step) => {
    proof = document;
    await show();
    expect(await screen.findByText("It does not match the commitment")).toBeDefined();
    await vi.waitFor(() => expect(outcomeOf(TITLES[step])).toBe("does not agree"));
    expect(screen.getByText(/^Wrong at the step/u)).toBeDefined();
  });

  test("and faults are shown in the reader's language instead of the claim", async () => {
    proof = {
      ...right,
      anchor: flip(right.anchor),
      records: [first, second, third, { ...last, hash: flip(last.hash) }],
    };
    await show("vi-VN");
    expect(await screen.findByText("Bản ghi 4 (draw): mã băm không khớp nội dung")).toBeDefined();
    expect(await screen.findByText("Băm ngược không về đúng mốc đầu chuỗi")).toBeDefined();
    expect(screen.queryByText(/về đúng mốc đầu chuỗi$/u)?.textContent).not.toMatch(/^Băm \d/u);
    expect(screen.queryByText(/đúng chữ ký và đúng thứ tự/u)).toBeNull();
  });

  test("and nothing else is marked when only the path is wrong", async () => {
    proof = { ...right, merkleProof: [flip(sibling), ...siblings] };
    await show();
    await screen.findByText("It does not match the commitment");
    const { merkle: _, ...others } = TITLES;
    await vi.waitFor(() => {
      for (const title of Object.values(others)) expect(outcomeOf(title)).toBe("agrees");
    });
  });
});

test("before the draw the commitment is checked and the other steps are pending", async () => {
  proof = sampleProof({ state: "published" });
  await show();
  expect(await screen.findByText("Committed, not drawn yet")).toBeDefined();
  expect(screen.getByText(/^3 of 3 steps agree/u)).toBeDefined();
  expect(outcomeOf(TITLES.commitment)).toBe("agrees");
  for (const title of [TITLES.secret, TITLES.chain, TITLES.numbers])
    expect(outcomeOf(title)).toBe("not checked yet");
});

test("a voided period shows that nothing was drawn", async () => {
  proof = sampleProof({ state: "voided" });
  await show();
  expect(await screen.findByText("This period was not drawn")).toBeDefined();
  expect(screen.getByText("Stakes are refunded. Reason: no beacon")).toBeDefined();
});

test("mode 1 checks the beacon and states what it proves", async () => {
  proof = sampleProof({ mode: 1 });
  await show();
  expect(await screen.findByText(/^7 of 7 steps agree/u, {}, { timeout: 10_000 })).toBeDefined();
  expect(outcomeOf("The drand beacon is genuine")).toBe("agrees");
  expect(screen.getByText(/^Mode 1 shows/u)).toBeDefined();
}, 15_000);

test("a proof of another period is refused even if it is valid", async () => {
  proof = sampleProof({ periodNo: "202611210004", t: 4 });
  await show();
  expect(await screen.findByText("It does not match the commitment")).toBeDefined();
  expect(screen.getByText("The proof is about another period")).toBeDefined();
});

test("data that is not a proof is invalid, not an error", async () => {
  proof = { scheme: "lot-fair/1" };
  await show();
  expect(await screen.findByText("It does not match the commitment")).toBeDefined();
  expect(outcomeOf(TITLES.records)).toBe("does not agree");
  expect(outcomeOf(TITLES.numbers)).toBe("not checked yet");
});

test("the period is chosen from a sheet of results", async () => {
  proof = sampleProof();
  await show();
  fireEvent.click(await screen.findByRole("button", { name: /Period 202611210003/u }));
  expect(within(screen.getByRole("dialog")).getByRole("radio", { name: "FFC 1 phút" })).toBeDefined();
});
