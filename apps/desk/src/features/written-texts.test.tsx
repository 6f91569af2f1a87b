import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { LOCALE_NAMES } from "@lotus/locales";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { type Draft, EMPTY_DRAFT, finishedTexts, WrittenTexts } from "./written-texts.tsx";

test("a text is complete if every started language has both parts", () => {
  expect(finishedTexts(EMPTY_DRAFT)).toBeUndefined();
  expect(finishedTexts({ fr: { title: "Pause", body: " " } })).toBeUndefined();
  expect(finishedTexts({ fr: { title: " Pause ", body: "Ce soir" }, es: { title: "", body: "" } })).toEqual({
    fr: { title: "Pause", body: "Ce soir" },
  });
});

test("a text can be added in any supported language", () => {
  const onChange = vi.fn<(draft: Draft) => void>();
  function Page() {
    const [draft, setDraft] = useState(EMPTY_DRAFT);
    const change = (next: Draft) => {
      onChange(next);
      setDraft(next);
    };
    return <WrittenTexts draft={draft} onChange={change} />;
  }
  render(<Page />);
  expect(screen.getAllByRole("group").map((group) => group.getAttribute("lang"))).toEqual(["vi-VN", "en-US"]);
  act(() => screen.getByRole("button").click());
  const choices = screen.getAllByRole("menuitem");
  expect(choices.length).toBe(Object.keys(LOCALE_NAMES).length - 2);
  act(() => screen.getByRole("menuitem", { name: "日本語" }).click());
  const [title] = within(screen.getByRole("group", { name: "日本語" })).getAllByRole("textbox");
  if (title === undefined) throw new Error("no field");
  fireEvent.change(title, { target: { value: "お知らせ" } });
  expect(onChange).toHaveBeenLastCalledWith({ "ja-JP": { title: "お知らせ", body: "" } });
});
