import { readFileSync } from "node:fs";
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Lotus } from "../artwork/lotus.tsx";

test("the mark in index.html is the server's own", () => {
  const page = new DOMParser().parseFromString(readFileSync("apps/player/index.html", "utf8"), "text/html");
  const mark = page.querySelector(".splash svg");
  const { container } = render(<Lotus size={72} />);
  expect(mark?.outerHTML.replaceAll(/>\s+</gu, "><")).toBe(container.innerHTML);
});
