import { CODES } from "@lotus/contract";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { DeskError, noAnswer } from "../api/desk-error.ts";
import { renderPart } from "../testing/render-part.tsx";
import { ActionButton } from "./action-button.tsx";

const WHY = "seen on the statement";

function open(label: string): void {
  fireEvent.click(screen.getByRole("button", { name: label }));
}

function giveReason(text: string): void {
  fireEvent.change(screen.getByLabelText(/^Reason/u), { target: { value: text } });
}

/** Chooses what the player reads. */
async function choose(text: string): Promise<void> {
  fireEvent.mouseDown(screen.getByRole("combobox", { name: /^The player reads/u }));
  fireEvent.click(await screen.findByRole("option", { name: text }));
}

/** Waits until the dialog has gone and the page behind it can be reached again. */
async function closed(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await screen.findAllByRole("button");
}

/** The button of the dialog that does it. */
function confirm(label: string): HTMLElement {
  const buttons = screen.getAllByRole("button", { name: label });
  const last = buttons.at(-1);
  if (last === undefined) throw new Error(`no button ${label}`);
  return last;
}

test("a role without permission sees who has it, and a click opens nothing", async () => {
  const run = vi.fn();
  await renderPart(<ActionButton action="recharge.cancel" state="pendingReview" run={run} />, {
    role: "support",
  });
  const button = screen.getByRole("button", { name: "Cancel recharge" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(button);
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.mouseOver(button);
  expect((await screen.findByRole("tooltip")).textContent).toBe("Only for: Cashier, Admin");
});

test("a state that forbids it disables it too", async () => {
  await renderPart(<ActionButton action="recharge.cancel" state="passed" run={vi.fn()} />);
  const button = screen.getByRole("button");
  expect(button.getAttribute("aria-disabled")).toBe("true");
  fireEvent.mouseOver(button);
  expect((await screen.findByRole("tooltip")).textContent).toBe("Not possible in this state");
});

test("a required reason is requested before anything happens", async () => {
  const run = vi.fn().mockResolvedValue({});
  await renderPart(<ActionButton action="player.lock" state="active" run={run} />);
  open("Lock player");
  expect(confirm("Lock player").hasAttribute("disabled")).toBe(true);
  giveReason("  x ");
  expect(confirm("Lock player").hasAttribute("disabled")).toBe(true);
  expect(screen.getByText(/colleagues alone/u)).toBeTruthy();
  giveReason(` ${WHY} `);
  fireEvent.click(confirm("Lock player"));
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  expect(run.mock.calls[0]?.[0]).toMatchObject({
    reason: WHY,
    idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/u),
  });
});

test("what the player reads is chosen from a list, and each field says who reads it", async () => {
  const run = vi.fn().mockResolvedValue({});
  await renderPart(<ActionButton action="recharge.cancel" state="pendingReview" run={run} />);
  open("Cancel recharge");
  const note = screen.getByRole("textbox", { name: /^Our own note/u });
  expect(screen.getByText(/colleagues alone/u).id).toBe(note.getAttribute("aria-describedby"));
  fireEvent.change(note, { target: { value: ` ${WHY} ` } });
  // A note alone tells the player nothing.
  expect(confirm("Cancel recharge").hasAttribute("disabled")).toBe(true);
  await choose("We have not received the payment");
  fireEvent.click(confirm("Cancel recharge"));
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  expect(run.mock.calls[0]?.[0]).toMatchObject({ reason: "notReceived", note: { note: WHY } });
});

test("a double click has one effect", async () => {
  const answer = Promise.withResolvers<object>();
  const run = vi.fn(() => answer.promise);
  await renderPart(<ActionButton action="recharge.pass" state="pendingReview" run={run} />);
  open("Pass");
  const form = confirm("Pass").closest("form");
  if (form === null) throw new Error("no form");
  fireEvent.submit(form);
  fireEvent.submit(form);
  fireEvent.click(confirm("Pass"));
  answer.resolve({});
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(run).toHaveBeenCalledTimes(1);
});

test("an unanswered attempt is retried as the same click; after a refusal it is a new one", async () => {
  const keys: string[] = [];
  const run = vi.fn(({ idempotencyKey }: { idempotencyKey: string }): Promise<object> => {
    keys.push(idempotencyKey);
    if (keys.length === 1) return Promise.reject(noAnswer("no answer"));
    if (keys.length === 2) return Promise.reject(new DeskError(8002, "Not in this state", 400));
    return Promise.resolve({});
  });
  await renderPart(<ActionButton action="recharge.pass" state="pendingReview" run={run} />);
  open("Pass");
  fireEvent.click(confirm("Pass"));
  expect(await screen.findByText("no answer")).toBeTruthy();
  fireEvent.click(confirm("Pass"));
  expect(await screen.findByText("Not in this state")).toBeTruthy();
  fireEvent.click(confirm("Pass"));
  await waitFor(() => expect(run).toHaveBeenCalledTimes(3));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("an attempt that may have succeeded is never repeated as a new one, neither with another reason nor in a new dialog", async () => {
  const keys: string[] = [];
  const answers = [
    () => Promise.reject(noAnswer("no answer")),
    () => Promise.reject(new DeskError(CODES.INTERNAL, "Trouble", 500)),
    () => Promise.reject(new DeskError(CODES.IDEMPOTENCY_CONFLICT, "Conflict", 400)),
    () => Promise.resolve({}),
    () => Promise.resolve({}),
  ];
  const run = vi.fn(({ idempotencyKey }: { idempotencyKey: string }): Promise<object> => {
    keys.push(idempotencyKey);
    return answers[keys.length - 1]?.() ?? Promise.reject(new Error("one click too many"));
  });
  await renderPart(<ActionButton action="player.lock" state="active" run={run} />);
  const click = async (reason: string, text: RegExp) => {
    giveReason(reason);
    fireEvent.click(confirm("Lock player"));
    expect(await screen.findByText(text)).toBeTruthy();
  };
  open("Lock player");
  await click(WHY, /no answer/u);
  await click(`${WHY}, in other words`, /Trouble/u);
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  await closed();
  open("Lock player");
  await click(`${WHY}, once more`, /An earlier try went through/u);
  expect(new Set(keys).size).toBe(1);
  // Who has looked and does it all the same, does another thing; and so does the next click.
  fireEvent.click(confirm("Lock player"));
  await closed();
  open("Lock player");
  giveReason(WHY);
  fireEvent.click(confirm("Lock player"));
  await waitFor(() => expect(keys).toHaveLength(5));
  expect(new Set(keys).size).toBe(3);
});

test("the fields start with current values when the dialog opens, not with an abandoned input", async () => {
  function Row({ title }: { title: string }) {
    const [typed, setTyped] = useState(title);
    return (
      <ActionButton
        action="banner.write"
        run={vi.fn()}
        onOpen={() => setTyped(title)}
        fields={<input aria-label="Title" value={typed} onChange={({ target }) => setTyped(target.value)} />}
      />
    );
  }
  const title = (): HTMLInputElement => screen.getByLabelText("Title");
  await renderPart(<Row title="Tết" />);
  const [button] = screen.getAllByRole("button");
  if (button === undefined) throw new Error("no button");
  fireEvent.click(button);
  fireEvent.change(title(), { target: { value: "another" } });
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  await closed();
  fireEvent.click(button);
  expect(title().value).toBe("Tết");
});

test("an action of two people says so, and the first sees that it is waiting", async () => {
  const run = vi.fn().mockResolvedValue({ waitsForSecond: true });
  const onDone = vi.fn();
  await renderPart(<ActionButton action="period.void" state="open" run={run} onDone={onDone} />);
  open("Void and refund");
  expect(screen.getByText(/Two people are needed/u)).toBeTruthy();
  await choose("The odds on sale were wrong");
  fireEvent.click(confirm("Void and refund"));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith({ waitsForSecond: true }));
});

test("an order above the amount shows that two operators are needed, one below does not", async () => {
  const button = (needsTwo: boolean) => (
    <ActionButton action="withdrawal.pass" state="pendingReview" needsTwo={needsTwo} run={vi.fn()} />
  );
  await renderPart(button(true));
  open("Pass");
  expect(screen.queryByText(/Two people are needed/u)).not.toBeNull();
  await renderPart(button(false));
  open("Pass");
  expect(screen.queryByText(/Two people are needed/u)).toBeNull();
});

/** A button in a row that goes, or is turned into its opposite, by a click elsewhere. */
function Overtaken({
  turned,
  outcome,
}: {
  readonly turned?: boolean;
  readonly outcome?: () => Promise<string>;
}) {
  const [isOver, setIsOver] = useState(false);
  const unlock = <ActionButton action="player.unlock" state="locked" run={overtakenRun} />;
  return (
    <>
      <button type="button" onClick={() => setIsOver(true)}>
        A colleague decides
      </button>
      {isOver && turned !== true ? null : isOver ? (
        unlock
      ) : (
        <ActionButton
          action="player.lock"
          state="active"
          run={overtakenRun}
          {...(outcome !== undefined && { outcome })}
        />
      )}
    </>
  );
}
const overtakenRun = vi.fn().mockResolvedValue({});

test("when a colleague decides, the dialog stays, says who decided what, and can do nothing more", async () => {
  overtakenRun.mockClear();
  const outcome = () => Promise.resolve("hoa: Locked");
  await renderPart(<Overtaken outcome={outcome} />);
  open("Lock player");
  giveReason(WHY);
  fireEvent.click(screen.getByText("A colleague decides"));
  expect(await screen.findByText(/decided or changed while the dialog was open\. hoa: Locked/u)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/u).value).toBe(WHY);
  expect(confirm("Lock player").hasAttribute("disabled")).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  await closed();
  expect(overtakenRun).not.toHaveBeenCalled();
});

test("a dialog never turns into that of the opposite action", async () => {
  overtakenRun.mockClear();
  await renderPart(<Overtaken turned />);
  open("Lock player");
  giveReason(WHY);
  fireEvent.click(screen.getByText("A colleague decides"));
  expect(await screen.findByText(/decided or changed while the dialog was open/u)).toBeTruthy();
  expect(screen.getByRole("dialog", { name: "Lock player" })).toBeTruthy();
  expect(confirm("Lock player").hasAttribute("disabled")).toBe(true);
});
