import type { GameCode } from "@lotus/games";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ruleTree } from "../../testing/rules.ts";
import type { PickedLine } from "./assess.ts";
import type { StakedLine } from "./slip-line.ts";
import { StoreSlip, unkeptStore } from "../../testing/store-slip.tsx";

const now = () => 1_000;
const current = {
  prizeNo: "202611210582",
  openAt: 0,
  closeAt: 50_000,
  drawAt: 60_000,
  serverTime: 0,
  status: "open" as const,
  commitment: "",
};

interface SlipProps {
  game: GameCode;
  lines: readonly StakedLine[];
  maxPayoutPeriod?: string;
}

function Slip({ game, lines, maxPayoutPeriod }: SlipProps) {
  const tree = ruleTree(game);
  const store = unkeptStore(game);
  store.getState().enter(tree.rules);
  store.getState().addLines(lines);
  const bounds = {
    maxLines: 200,
    maxBets: 100_000,
    ...(maxPayoutPeriod !== undefined && { maxPayoutPeriod }),
  };
  return <StoreSlip {...{ store, tree, current, now, bounds }} balance={1_000_000_00n} />;
}

afterEach(cleanup);

async function paysOf(props: SlipProps): Promise<string | null | undefined> {
  await renderScreen(<Slip {...props} />, "en-US");
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "open" })));
  return screen.getByText("If it wins, it pays").nextElementSibling?.textContent;
}

const digits = (optionId: string, number: string): PickedLine => ({
  optionId,
  groups: Array.from(number, (digit, at) => ({ code: `place${String(at + 1)}`, items: [digit] })),
});
const size = (...items: string[]): PickedLine => ({ optionId: "HZ.HZ", groups: [{ code: "side", items }] });

const DIGITS = Array.from({ length: 10 }, (_, digit) => String(digit));
const NUMBERS = ["12345", "23456", "34567", "45678", "56789"];

describe("what a slip pays if it wins", () => {
  test("depends on the stake of the line that wins, where lines have their own", async () => {
    const lines = [
      { ...size("big"), amount: "1" },
      { ...size("small"), amount: "10" },
    ];
    expect(await paysOf({ game: "K3", lines })).toBe("1.75 – 17.50");
    cleanup();
    expect(await paysOf({ game: "K3", lines: lines.toReversed() })).toBe("1.75 – 17.50");
    cleanup();
    // At the slip's stake of 2 the other line pays 3.50.
    expect(await paysOf({ game: "K3", lines: [size("big"), { ...size("small"), amount: "10" }] })).toBe(
      "3.50 – 17.50",
    );
  });

  test("is that of one, where five different direct numbers exclude each other", async () => {
    const one = await paysOf({ game: "FFC", lines: [digits("WX.ZX", "12345")] });
    cleanup();
    expect(one).toBe("195,000.00");
    expect(await paysOf({ game: "FFC", lines: NUMBERS.map((number) => digits("WX.ZX", number)) })).toBe(one);
  });

  test("is never more than a player can win in a period", async () => {
    const lines = [digits("WX.ZX", "12345"), digits("WX.ZX", "12345")];
    expect(await paysOf({ game: "FFC", lines })).toBe("390,000.00");
    cleanup();
    expect(await paysOf({ game: "FFC", lines, maxPayoutPeriod: "200000.00" })).toBe("200,000.00");
  });

  test("and a certain loss is shown above the button", async () => {
    await paysOf({ game: "FFC", lines: ["0", "1", "2", "3", "4"].map((d) => digits("QR.ZX", `${d}1`)) });
    expect(screen.queryByText(/^This slip costs/u)).toBeNull();
    cleanup();
    const all = DIGITS.flatMap((a) => DIGITS.map((b) => digits("QR.ZX", `${a}${b}`)));
    const pays = await paysOf({ game: "FFC", lines: all });
    expect(pays).toBe("195.00");
    expect(
      screen.getByText("This slip costs 200.00 and can bring 195.00 at most: a loss whatever is drawn."),
    ).toBeDefined();
  });

  test("a single line that covers everything is a certain loss too", async () => {
    const groups = ["place1", "place2"].map((code) => ({ code, items: DIGITS }));
    await paysOf({ game: "FFC", lines: [{ optionId: "QR.ZX", groups }] });
    expect(screen.getByText(/^This slip costs 200\.00/u)).toBeDefined();
  });

  test("dice: big and small cannot both win", async () => {
    const one = await paysOf({ game: "K3", lines: [size("big")] });
    expect(one).toBe("3.50");
    cleanup();
    expect(await paysOf({ game: "K3", lines: [size("big"), size("small")] })).toBe(one);
  });
});
