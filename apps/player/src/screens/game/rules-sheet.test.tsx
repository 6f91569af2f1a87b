import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ruleTree } from "../../testing/rules.ts";
import { findRule } from "../../features/slip/game-mode.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { RulesSheet } from "./rules-sheet.tsx";

afterEach(cleanup);

it("names classes as the server does, never by their codes, and leads to the guide", async () => {
  const option = findRule(ruleTree("LHC").rules, "WS.PTW")?.option;
  if (option === undefined) throw new Error("no such option");
  const named = {
    ...option,
    tiers: option.tiers.map((tier) => ({
      ...tier,
      classes: tier.classes.map((line) => ({ ...line, name: `The ${line.class ?? ""}` })),
    })),
  };
  await renderScreen(<RulesSheet open gameCode="LHC" option={named} onClose={() => undefined} />, "en-US");
  const rows = screen.getAllByRole("rowheader").map((cell) => cell.textContent);
  expect(rows).toEqual(["The tail0", "The other"]);
  expect(screen.getByRole("button", { name: "Example and other bets" })).toBeTruthy();
});
