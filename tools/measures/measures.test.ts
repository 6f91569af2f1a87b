import { describe, expect, test } from "vitest";
import { declared, token } from "./declared.ts";

/** The required measures, colours and durations, in the stylesheets. */

const BAR = "packages/ui/bars/tab-bar.module.css";

describe("the tab bar", () => {
  test("is at the bottom, 50px high plus the phone's safe area", () => {
    expect(declared(BAR, ".bar", "position")).toBe("fixed");
    expect(declared(BAR, ".bar", "inset")).toBe("auto 0 0");
    expect(token("--tabbar")).toBe("50px");
    expect(declared(BAR, ".bar", "height")).toBe("calc(50px + env(safe-area-inset-bottom, 0px))");
  });

  test("has text of #999999, the selected one #018d71", () => {
    expect(declared(BAR, ".tab", "color")).toBe("#999999");
    expect(declared(BAR, ".tab[aria-current]", "color")).toBe("#018d71");
  });

  test("has text of 10px and icons of 24px", () => {
    // 0.625 of the browser's default of 16px, so that sizes follow the reader's setting.
    expect(declared(BAR, ".tab", "font")).toMatch(/^500 0\.625rem\//u);
    expect(declared(BAR, ".icon > svg", "width")).toBe("24px");
    expect(declared(BAR, ".icon > svg", "height")).toBe("24px");
  });
});

describe("durations", () => {
  test("a dialog opens and closes in 200 ms", () => {
    const modal = "packages/ui/overlay/modal.module.css";
    expect(token("--d-dialog")).toBe("200ms");
    expect(declared(modal, ".centre > .panel", "animation")).toMatch(/^grow 200ms /u);
    expect(declared(modal, ".centre[data-leaving] > .panel", "transition")).toBe("opacity 200ms");
  });

  test("a popup opens in 300 ms", () => {
    expect(token("--d-popup")).toBe("300ms");
    expect(declared("packages/ui/overlay/modal.module.css", ".bottom > .panel", "animation")).toMatch(
      /^rise 300ms /u,
    );
  });

  test("a loading page shows its loading state after 200 ms, not before", () => {
    const page = "apps/player/src/shell/page-view.module.css";
    expect(declared(page, ".pending", "opacity")).toBe("0");
    expect(declared(page, ".pending", "animation")).toBe("appear 1ms linear 200ms forwards");
  });

  test("a slide of the swiper moves for 500 ms", () => {
    const slide = declared("apps/player/src/screens/home/carousel.module.css", ".slide", "transition");
    expect(slide).toMatch(/^transform 500ms .*, visibility 500ms$/u);
  });
});

test("the design is 750 rpx wide: one unit is two of them, 375 across a phone", () => {
  expect(token("--u")).toMatch(/^calc\(clamp\(320px, 100vw, 430px\) \/ 375\)$/u);
});

test("a declaration missing in a stylesheet is undefined", () => {
  expect(declared(BAR, ".tab", "background")).toBeUndefined();
  expect(declared(BAR, ".nothing", "color")).toBeUndefined();
});
