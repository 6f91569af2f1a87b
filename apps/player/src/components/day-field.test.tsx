import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { renderScreen } from "../testing/render-screen.tsx";
import { DayField } from "./day-field.tsx";
import { readDay } from "./read-day.ts";

afterEach(cleanup);

test.each([
  ["31/12/1990", "vi-VN", "1990-12-31"],
  ["5.3.1990", "vi-VN", "1990-03-05"],
  ["31121990", "vi-VN", "1990-12-31"],
  ["12/31/1990", "en-US", "1990-12-31"],
  ["1990年12月31日", "ja-JP", "1990-12-31"],
  ["1990. 12. 31.", "ko-KR", "1990-12-31"],
  ["1990-12-31", "fr", "1990-12-31"],
  ["３１／１２／１９９０", "fr", "1990-12-31"],
  ["12/31/1990", "vi-VN", undefined],
  ["29/02/2001", "vi-VN", undefined],
  ["31/12", "vi-VN", undefined],
  ["31/12/90", "vi-VN", "1990-12-31"],
  ["05.03.90", "fr", "1990-03-05"],
  ["5 mars 1990", "fr", "1990-03-05"],
  ["1er août 1990", "fr", "1990-08-01"],
  ["5 févr. 1990", "fr", "1990-02-05"],
  ["5 de marzo de 1990", "es", "1990-03-05"],
  ["March 5, 1990", "en-US", "1990-03-05"],
  ["5 tháng 3 năm 1990", "vi-VN", "1990-03-05"],
  ["5 ju 1990", "fr", undefined],
  ["", "vi-VN", undefined],
])("%j in %s is %s", (typed, locale, day) => {
  expect(readDay(typed, locale)).toBe(day);
});

function Field() {
  const [day, setDay] = useState("");
  return (
    <>
      <DayField label="Day" value={day} onChange={setDay} />
      <output>{day}</output>
    </>
  );
}

test.each([
  ["vi-VN", "5/3/1990", "05/03/1990", "Viết ngày như 31/12/1990"],
  ["en-US", "3/5/1990", "03/05/1990", "Write the day like 12/31/1990"],
  ["ja-JP", "1990/3/5", "1990/03/05", "日付は1990/12/31のように入力してください"],
] as const)(
  "in %s it is typed, shown and asked for as that language writes days",
  async (locale, typed, shown, said) => {
    await renderScreen(<Field />, locale);
    const field = screen.getByLabelText<HTMLInputElement>("Day");
    expect(field.type).toBe("text");
    fireEvent.change(field, { target: { value: "40/1990" } });
    expect(screen.queryByText(said)).toBeNull();
    fireEvent.blur(field);
    screen.getByText(said);
    fireEvent.change(field, { target: { value: typed } });
    expect(screen.queryByText(said)).toBeNull();
    fireEvent.blur(field);
    expect([field.value, screen.getByRole("status").textContent]).toEqual([shown, "1990-03-05"]);
  },
);

test.each([
  ["31/02/1990", "Ce mois n’a pas ce jour"],
  ["12/31/1990", "Ce mois n’existe pas. Écrivez la date comme 31/12/1990"],
  ["hier", "Écrivez la date comme 31/12/1990"],
])("of %j the field says what is wrong with it", async (typed, said) => {
  await renderScreen(<Field />, "fr");
  const field = screen.getByLabelText("Day");
  fireEvent.change(field, { target: { value: typed } });
  fireEvent.blur(field);
  screen.getByText(said);
});

test("no page of the app asks for a day by the browser's own field", () => {
  const sources = import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true });
  const own = Object.entries(sources).filter(
    ([path, source]) => !/day-field|\.test\./u.test(path) && /type[=:]\s*"date"/u.test(source),
  );
  expect(own.map(([path]) => path)).toEqual([]);
});
