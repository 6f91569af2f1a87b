/**
 * Runs inside a page and gives what is wrong with how it is laid out, in a line each: a page wider than its window,
 * text that is cut, torn within a word, leaves its box, lies off the screen or over another text, unseen text that
 * stretches what is around a box that scrolls, and targets too small for a finger. What lies behind an open dialog is
 * not looked at. A text that may be shortened by its nature, such as a name that somebody typed, stands in an element
 * with data-may-shorten, whose presence is explained beside it.
 */
export const LAYOUT_SCRIPT = `(() => {
  const SMALLEST_TARGET = 44;
  /**
   * Targets of which so many stand in a row of a narrow phone that none can be as wide as a finger (WCAG 2.5.5:
   * essential): whoever bets sees the row whole. They have no gaps, so that no tap falls between two. Width and height
   * below which they are faults too.
   */
  const SMALLER_TARGETS = [
    // Ten digits or cars, with 320 px for them; two rows of five once text is twice as large.
    { of: "[data-cells=ten] > *", width: 28, height: 44 },
    // Seven balls, of forty-nine.
    { of: "[data-cells=balls] > *", width: 40, height: 44 },
    // Twelve animals, which only pick several balls at once.
    { of: "[data-cells=animals] > *", width: 28, height: 44 },
  ];
  const html = document.documentElement;
  const [width, height] = [html.clientWidth, window.innerHeight];
  const dialog = [...document.querySelectorAll("dialog")].filter((each) => each.matches(":modal")).at(-1);
  const root = dialog ?? document.body;
  const faults = new Set();
  const styles = new Map();
  const styleOf = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const nameOf = (element) => {
    const [first] = typeof element.className === "string" ? element.className.split(" ") : [];
    return element.tagName.toLowerCase() + (first ? "." + first : "");
  };
  const say = (kind, text, element) =>
    faults.add(kind + ': "' + text.trim().replaceAll(/\\s+/g, " ").slice(0, 60) + '" in ' + nameOf(element));

  /** What an element moves with as the page scrolls. */
  const layerOf = (element) => {
    for (let at = element; at !== null && at !== root; at = at.parentElement)
      if (["fixed", "sticky"].includes(styleOf(at).position)) return at;
    return root;
  };

  // 1. The page.
  if (html.scrollWidth > width) {
    const wide = [...document.body.querySelectorAll("*")]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > width + 1)
      // A bar as wide as the window only follows what made the page wide.
      .filter((each) => !insideScroller(each) && layerOf(each) === root);
    faults.add(html.scrollWidth - width + " px too wide" + (wide.length > 0 ? " by " + nameOf(wide.at(-1)) : ""));
  }
  function insideScroller(element) {
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement)
      if (styleOf(at).overflowX !== "visible") return true;
    return false;
  }

  // 2. Texts. Line boxes have space above and below the letters, which need not be visible.
  const core = ({ left, right, top, bottom }) => {
    const air = (bottom - top) * 0.22;
    return { left, right, top: top + air, bottom: bottom - air };
  };
  const cross = (a, b) => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isEmpty = ({ left, right, top, bottom }) => right - left < 0.5 || bottom - top < 0.5;
  const isForReadersOnly = (element) => {
    for (let at = element; at !== null && at !== root; at = at.parentElement) {
      const { clipPath, position } = styleOf(at);
      if (clipPath === "inset(50%)" || (position === "absolute" && at.offsetWidth <= 1)) return true;
    }
    return false;
  };
  const isPainted = (element) => {
    const style = styleOf(element);
    return (
      style.backgroundImage !== "none" ||
      !/, 0\\)$|^transparent$/u.test(style.backgroundColor) ||
      style.boxShadow !== "none"
    );
  };
  const isDrawn = (element) => element.tagName === "BUTTON" || isPainted(element);
  const hides = (value) => value === "hidden" || value === "clip";
  const scrolls = (value) => value === "auto" || value === "scroll";

  /** Visible part of a text; undefined if a fault has been reported or it is scrolled out of view. */
  function seenPart(rect, element, text) {
    let seen = rect;
    let box;
    let escapes = false;
    let mayShorten = element.closest("[data-may-shorten]") !== null;
    for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
      const style = styleOf(at);
      const clips = !escapes || style.position !== "static";
      if (clips) {
        escapes = false;
        const bounds = at.getBoundingClientRect();
        if (style.display !== "inline") {
          for (const [axis, low, high, size] of [["X", "left", "right", "clientWidth"], ["Y", "top", "bottom", "clientHeight"]]) {
            const value = style["overflow" + axis];
            const over = seen[low] < bounds[low] - 1 || seen[high] > bounds[high] + 1;
            if (scrolls(value)) {
              seen = { ...seen, [low]: Math.max(seen[low], bounds[low]), [high]: Math.min(seen[high], bounds[high]) };
            } else if (hides(value) && over) {
              const away = seen[high] <= bounds[low] + 1 || seen[low] >= bounds[high] - 1;
              // What stands wholly beside a window is a neighbour that waits for its turn.
              if (away && axis === "X" && at.closest("[aria-roledescription]") !== null) return undefined;
              if (!mayShorten) say("cut", text, element);
              return undefined;
            }
          }
          if (isEmpty(seen)) return undefined;
        }
        if (box === undefined && at !== root && isDrawn(at)) {
          box = at;
          const sideways = seen.left < bounds.left - 1 || seen.right > bounds.right + 1;
          const upright = seen.top < bounds.top - 1 || seen.bottom > bounds.bottom + 1;
          if (sideways || upright) say("leaves its box", text, element);
        }
        if (style.position === "fixed") break;
        if (style.position === "absolute") escapes = true;
      }
    }
    if (seen.left < -1 || seen.right > width + 1) {
      say("off the screen", text, element);
      return undefined;
    }
    if (dialog !== undefined && (seen.top < -1 || seen.bottom > height + 1)) {
      say("off the screen", text, element);
      return undefined;
    }
    return seen;
  }

  /**
   * Words of letters alone that stand on two lines, but for those a hyphen divides. In very large text a word may be
   * longer than any place for it; there it is divided rather than cut.
   */
  const isLargeText = parseFloat(styleOf(html).fontSize) > 20;
  const LETTERS = /^[^\\p{L}]*\\p{Script=Latin}{4,}[^\\p{L}\\p{Pd}]*$/u;
  function tornWords(node, element) {
    if (isLargeText || element.closest("code, [data-may-shorten]") !== null || styleOf(element).hyphens === "auto") return;
    for (const { 0: word, index } of node.data.matchAll(/\\S+/gu)) {
      if (!LETTERS.test(word)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first, ...more] = range.getClientRects();
      if (more.some(({ top }) => top > first.bottom - 2)) say("torn", word, element);
    }
  }

  const pieces = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const element = node.parentElement;
    if (node.data.trim() === "" || element.closest("svg, select, textarea, noscript, script, style") !== null) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (isForReadersOnly(element)) continue;
    tornWords(node, element);
    // No catalogue had it yet.
    if (/^[a-z]+[a-zA-Z]*(?:\\.[a-zA-Z]+)+$/u.test(node.data.trim()) && element.closest("a, code, pre") === null)
      say("a key in place of its text", node.data, element);
    range.selectNodeContents(node);
    const layer = layerOf(element);
    for (const rect of range.getClientRects()) {
      if (rect.width < 0.5 || rect.height < 0.5) continue;
      const seen = seenPart(core(rect), element, node.data);
      if (seen !== undefined) pieces.push({ ...seen, node, element, layer });
    }
  }
  for (const each of root.querySelectorAll("*")) {
    if (each.closest("svg, [data-may-shorten]") !== null || each.matches("input")) continue;
    const { textOverflow, overflowX } = styleOf(each);
    if (textOverflow !== "ellipsis" || !hides(overflowX) || !each.checkVisibility()) continue;
    if (each.scrollWidth > each.clientWidth + 1) say("cut", each.textContent, each);
  }

  // 3. Buttons and fields outside of what they are drawn on, and words below their icon.
  const TARGETS = "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio]";
  const isLaid = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    ["static", "relative"].includes(styleOf(element).position) &&
    styleOf(element).display !== "inline" &&
    !isForReadersOnly(element);
  for (const target of root.querySelectorAll(TARGETS)) {
    // Of a target without a background only its icon is seen; texts are checked above.
    const drawn = isPainted(target) ? target : target.querySelector("svg");
    if (drawn === null || !isLaid(target) || target.offsetWidth < 2) continue;
    const { left, right } = drawn.getBoundingClientRect();
    if (left === right) continue;
    for (let at = target.parentElement; at !== null && at !== root; at = at.parentElement) {
      if (scrolls(styleOf(at).overflowX) || styleOf(at).position === "fixed") break;
      if (styleOf(at).display === "inline" || (!isDrawn(at) && !hides(styleOf(at).overflowX))) continue;
      const bounds = at.getBoundingClientRect();
      const isNeighbour = at.closest("[aria-roledescription]") !== null && !target.matches("[tabindex='0']");
      if (!isNeighbour && (left < bounds.left - 1 || right > bounds.right + 1))
        say("leaves its box", target.getAttribute("aria-label") ?? target.textContent, target);
      break;
    }
  }
  for (const icon of root.querySelectorAll(":is(button, a, label, [role=tab]) > svg:first-child")) {
    const { display, flexDirection } = styleOf(icon.parentElement);
    const words = icon.nextElementSibling;
    if (display !== "flex" || flexDirection !== "row" || words === null || !isLaid(words)) continue;
    if (words.textContent.trim() !== "" && words.getBoundingClientRect().top > icon.getBoundingClientRect().bottom - 2)
      say("below its icon", words.textContent, words);
  }

  // Unseen text is placed by the next positioned element around it. Beyond the box that scrolls, this becomes as high as what
  // scrolls inside, and a browser that moves the focus scrolls it: a sheet lies above the screen then.
  for (const unseen of root.querySelectorAll("*")) {
    if (styleOf(unseen).position !== "absolute" || !isForReadersOnly(unseen)) continue;
    let scroller = unseen.parentElement;
    while (scroller !== null && scroller !== document.body && !scrolls(styleOf(scroller).overflowX) && !scrolls(styleOf(scroller).overflowY))
      scroller = scroller.parentElement;
    if (scroller === null || scroller === document.body || unseen.offsetParent === null) continue;
    if (!scroller.contains(unseen.offsetParent)) say("unseen beyond what scrolls", unseen.textContent, scroller);
  }

  // 4. Texts over one another, among those that move together.
  pieces.sort((a, b) => a.top - b.top);
  for (const [at, one] of pieces.entries()) {
    for (const other of pieces.slice(at + 1)) {
      if (other.top >= one.bottom - 2) break;
      if (other.node === one.node || other.layer !== one.layer) continue;
      const { left, right, top, bottom } = cross(one, other);
      if (right - left > 2 && bottom - top > 2)
        say("over each other", one.node.data.trim().slice(0, 28) + " / " + other.node.data.trim().slice(0, 28), one.element);
    }
  }

  // 5. Targets. Drawn smaller, their area for a finger may still be large: it is felt for.
  const isInText = (target) =>
    styleOf(target).display === "inline" &&
    [...target.parentElement.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.data.trim() !== "");
  /** Whether a touch at a distance from a target's middle meets it. */
  function feelerOf(felt) {
    const { left, top, width: drawnWide, height: drawnHigh } = felt.getBoundingClientRect();
    const [x, y] = [left + drawnWide / 2, top + drawnHigh / 2];
    return (dx, dy) => {
      const hit = document.elementFromPoint(x + dx, y + dy);
      return hit !== null && (felt.contains(hit) || (hit.contains(felt) && hit.matches("label, a, button")));
    };
  }
  /**
   * How wide and how high a target is to a finger: as far as it is met from its middle. One pixel too few where it begins
   * between two, since hits are tested on whole ones.
   */
  function reachOf(felt) {
    const meets = feelerOf(felt);
    // In halves, as a target may begin between two pixels.
    const far = (dx, dy) => {
      let steps = 0;
      while (steps < 2 * SMALLEST_TARGET && meets((dx * (steps + 0.5)) / 2, (dy * (steps + 0.5)) / 2)) steps += 1;
      return steps / 2;
    };
    return { wide: Math.ceil(far(-1, 0) + far(1, 0)), high: Math.ceil(far(0, -1) + far(0, 1)) };
  }
  /**
   * Whether it is met in the middle and at the ends of such a size, wherever between two pixels it begins. Far fewer tests than
   * feeling for the whole of it.
   */
  function hasSize(felt, wide, high) {
    const meets = feelerOf(felt);
    const isMet = (size, at) =>
      [0.25, -0.25, 0.75, -0.75, 1.25, -1.25].some((shift) => at(shift - size / 2 + 0.5) && at(shift + size / 2 - 0.5));
    return meets(0, 0) && isMet(wide, (x) => meets(x, 0)) && isMet(high, (y) => meets(0, y));
  }
  const scrolledTo = [window.scrollX, window.scrollY];
  for (const target of root.querySelectorAll(TARGETS)) {
    if (!target.checkVisibility({ visibilityProperty: true }) || target.disabled || isInText(target)) continue;
    if (target.closest("[inert], [aria-hidden=true]") !== null) continue;
    const label = target.matches("input") ? target.closest("label") : null;
    const felt = label ?? target;
    const area = felt.getBoundingClientRect();
    const known = SMALLER_TARGETS.find(({ of }) => target.matches(of));
    const asked = { width: SMALLEST_TARGET, height: SMALLEST_TARGET, ...known };
    if (area.width < 0.5 || (area.width >= asked.width - 0.5 && area.height >= asked.height - 0.5)) continue;
    if (isForReadersOnly(felt)) continue;
    const [least, lowest] = [asked.width - 1, asked.height - 1];
    if (hasSize(felt, least, lowest)) continue;
    // It may lie out of sight. Each scroll has the whole page laid out again.
    felt.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (hasSize(felt, least, lowest)) continue;
    const { wide, high } = reachOf(felt);
    // Under a bar or a list that is open: nobody can press it where it stands.
    if (wide === 0 || high === 0) continue;
    if (wide < least || high < lowest)
      say("too small for a finger", (target.getAttribute("aria-label") ?? felt.textContent) + " " + wide + "×" + high, felt);
  }
  window.scrollTo(...scrolledTo);
  return [...faults];
})()`;
