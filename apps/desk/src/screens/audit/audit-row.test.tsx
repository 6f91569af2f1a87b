import type { AuditRow } from "@lotus/contract/desk";
import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Desk } from "../../shell/desk.ts";
import { renderPart } from "../../testing/render-part.tsx";
import { ChainCheck } from "./chain-check.tsx";
import { Detail } from "./detail.tsx";
import { Subject } from "./subject.tsx";

const NAMES = { "operator 104": "hoa_cashier", "player 10000001": "anna" };

/** Expects the details to be shown so, a line each. */
async function expectLines(detail: AuditRow["detail"], lines: readonly string[]): Promise<void> {
  const { container } = await renderPart(<Detail detail={detail} names={NAMES} />);
  const shown = () => Array.from(container.querySelectorAll("dl > div"), ({ textContent }) => textContent);
  await expect.poll(shown).toEqual(lines);
}

test("who a line is about is named; an unknown operator is called that", async () => {
  await renderPart(<Subject subject="operator 104" names={NAMES} />);
  expect(screen.getByText("Operator hoa_cashier")).toBeTruthy();
  await renderPart(<Subject subject="player 10000001" names={NAMES} />);
  expect(screen.getByRole("link", { name: "anna" }).getAttribute("href")).toBe("#/players/10000001/show");
  await renderPart(<Subject subject="operator ?" names={{}} />);
  expect(screen.getByText("Operator (unknown)")).toBeTruthy();
});

test("each detail has its label and its value in words: no key, no id, no tag", async () => {
  await expectLines({ operator: "104", player_id: "10000001", role: "risk", status: "pendingReview" }, [
    "operator hoa_cashier",
    "player anna",
    "role Risk",
    "state Pending review",
  ]);
  await expectLines({ kind: "deposit", window: "day", amount: "450.00", waits: true }, [
    "what Recharges",
    "window 24 hours",
    "amount 450.00\u00a0K",
    "waits for a second yes",
  ]);
  await expectLines({ amount: "1500000", currency: "VND", languages: "vi-VN en-US" }, [
    "amount 1,500,000 VND",
    "currency VND",
    "languages Tiếng Việt, English",
  ]);
  await expectLines({ document: "12", kind: "idFront", verdict: "unsure", outcome: "timeOut" }, [
    "document 12",
    "what ID card, front",
    "provider Not sure",
    "what was done Time-out begun",
  ]);
  await expectLines({ told: "notReceived" }, ["the player reads We have not received the payment"]);
});

test("the auditor is told that the log is whole, or the first line that is not", async () => {
  const logged = { lines: 40, time: 1_795_000_000_000, entry: 812 };
  const call = vi
    .fn()
    .mockResolvedValueOnce({ lines: 41, head: "00", logged, broken: null })
    .mockResolvedValueOnce({ lines: 41, head: "00", logged, broken: { id: "7", place: 3, why: "changed" } });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  await renderPart(<ChainCheck />, { call: call as unknown as Desk["call"] });
  const check = () => fireEvent.click(screen.getByRole("button", { name: "Check that it is whole" }));
  const verdict = () => screen.getByRole("status").textContent;
  check();
  await expect.poll(verdict).toContain("The audit log is whole. Lines: 41.");
  expect(verdict()).toContain("Entry 812 of the public log holds 40 of them");
  check();
  await expect
    .poll(verdict)
    .toBe("A line was changed after it was written. Its number is 7. Its place in the chain is 3.");
});
