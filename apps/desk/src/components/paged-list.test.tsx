import { fireEvent, screen } from "@testing-library/react";
import { DataTable, ResourceContextProvider } from "react-admin";
import { expect, test } from "vitest";
import { renderPart, type TestDesk } from "../testing/render-part.tsx";
import { ChoiceFilter } from "./choice-filter.tsx";
import { PagedList } from "./paged-list.tsx";

const nothing = () => Promise.resolve({ data: [], total: 0 });

async function show(desk: TestDesk, resource = "recharges", defaults?: Readonly<Record<string, string>>) {
  window.location.hash = "";
  const states = [
    { id: "pendingReview", name: "Pending review" },
    { id: "passed", name: "Passed" },
  ];
  await renderPart(
    <ResourceContextProvider value={resource}>
      <div id="react-admin-title" />
      <PagedList
        title="Recharges"
        filters={[<ChoiceFilter key="status" source="status" choices={states} alwaysOn />]}
        {...(defaults !== undefined && { filterDefaultValues: defaults })}
      >
        <DataTable bulkActionButtons={false}>
          <DataTable.Col source="id" />
        </DataTable>
      </PagedList>
    </ResourceContextProvider>,
    desk,
  );
}

test("a list without rows says in a sentence of its own that there are none", async () => {
  await show({ dataProvider: { getList: nothing } });
  await screen.findByText("No recharge has been asked for yet.");
  await show({ dataProvider: { getList: nothing } }, "recharges", { status: "pendingReview" });
  await screen.findByText("No recharge waits for review.");
});

test("the browser's tab names the page, what its list is narrowed to, and the desk", async () => {
  await show({ dataProvider: { getList: nothing } }, "recharges", { status: "pendingReview" });
  await expect.poll(() => document.title).toBe("Recharges · Pending review – Lotus desk");
});

test("a list that is narrowed to nothing says so, and shows all again", async () => {
  await show({ dataProvider: { getList: nothing } }, "recharges", { status: "passed" });
  await screen.findByText("Nothing fits these filters.");
  fireEvent.click(screen.getByRole("button", { name: "Remove the filters" }));
  await screen.findByText("No recharge has been asked for yet.");
});

test("whoever may not see a list reads who may, and nothing is asked for", async () => {
  await show({ role: "cashier" }, "audit");
  await screen.findByText("Your role may not see this page. Only for: Risk, Admin");
});

test("a list that could not be loaded says why, and is not called empty", async () => {
  let failed = false;
  const getList = () => {
    if (failed) return nothing();
    failed = true;
    return Promise.reject(new Error("The house could not be reached"));
  };
  await show({ dataProvider: { getList } });
  await screen.findByText("The house could not be reached", { selector: ".MuiAlert-message" });
});
