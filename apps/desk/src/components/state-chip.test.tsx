import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../testing/render-part.tsx";
import { StateChip } from "./state-chip.tsx";

test("a short state stays on one line, and a long one is not squeezed by its column", async () => {
  await renderPart(
    <>
      <StateChip tone="good" label="Đã trả thưởng" />
      <StateChip tone="bad" label="Người chơi đang nghỉ hoặc vượt hạn mức riêng" />
    </>,
  );
  expect(getComputedStyle(await screen.findByText("Đã trả thưởng")).whiteSpace).toBe("nowrap");
  const long = getComputedStyle(await screen.findByText(/^Người chơi đang nghỉ/u));
  expect([long.whiteSpace === "nowrap", long.minWidth]).toEqual([false, "160px"]);
});
