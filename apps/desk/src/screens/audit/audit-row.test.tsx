import type { AuditRow } from "@lotus/contract/desk";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPart } from "../../testing/render-part.tsx";
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
  expect(screen.getByRole("link", { name: "hoa_cashier" }).getAttribute("href")).toBe(
    `#/audit?filter=${encodeURIComponent('{"operator_id":"104"}')}`,
  );
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
    "A second person has to confirm it",
  ]);
  await expectLines({ amount: "1500000", currency: "VND", languages: "vi-VN en-US" }, [
    "amount 1,500,000 VND",
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

test("what was done by two people, and to how many periods, is said in sentences; nothing that did not happen is", async () => {
  await expectLines({ first: false, asked: 0, voided: 8, refused: 0, confirms: "104" }, [
    "Confirmed, as the second person",
    "8 periods voided",
    "confirms what was asked for by hoa_cashier",
  ]);
  await expectLines({ first: true, asked: 1, voided: 0, refused: 2 }, [
    "Asked for: a second person has to confirm it",
    "1 period asked for",
    "2 periods stay as they are",
  ]);
  await expectLines({ cause: "standstill", from: Date.UTC(2026, 10, 21, 5) }, [
    "cause no server ran the draws",
    expect.stringMatching(/^since .*12:00/u),
  ]);
});

test("what a detail names is a link to it", async () => {
  const order = "R2026112100000000001";
  await renderPart(
    <Detail
      detail={{ order, player: "10000001", periods: "FFC-202611210003 K3-202611210633", unmatched: "100005" }}
      names={NAMES}
    />,
  );
  expect((await screen.findAllByRole("link")).map((link) => link.getAttribute("href"))).toEqual([
    `#/recharges/${order}/show`,
    "#/players/10000001/show",
    "#/periods/FFC-202611210003/show",
    "#/periods/K3-202611210633/show",
    "#/paymentNotices",
  ]);
  await renderPart(<Subject subject="payment 100005" names={{}} />);
  expect(screen.getByRole("link", { name: "100005" }).getAttribute("href")).toBe("#/paymentNotices");
});
