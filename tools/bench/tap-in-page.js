/**
 * Taps cell after cell of the board, picking and taking back, and answers the milliseconds from each tap until the
 * frame with the changed slip bar was painted; and beside them, turn by turn, from the change of one bare sign on
 * the same page until its frame. Three cells of each group are picked beforehand, so that each tap changes the
 * count; shortcuts such as "all" pick many cells and are left out.
 */
// oxlint-disable-next-line no-unused-vars
async function measureTaps(taps) {
  const bar = document.querySelector("section[aria-label] > button")?.parentElement;
  const groups = [...document.querySelectorAll("fieldset")].map((group) => [
    ...group.querySelectorAll("[data-cell]"),
  ]);
  const cells = groups.flatMap((group) => group.slice(0, -3));
  if (!bar || cells.length === 0) throw new Error("no board to tap");
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        // The message comes after the frame's paint.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", resolve, { once: true });
        port1.start();
        port2.postMessage(null);
      });
    });
  for (const group of groups) for (const cell of group.slice(-3)) cell.click();
  await frame();
  const sign = document.createElement("output");
  sign.style.cssText = "position: fixed; inset: 0 auto auto 0";
  document.body.append(sign);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
  const taken = [];
  const bare = [];
  for (let tap = 0; tap < taps; tap += 1) {
    // Ten cells far apart, each picked in one round and taken back in the next: a board's limits are kept.
    const cell = cells[((tap % 10) * 9) % cells.length];
    const before = bar.innerText;
    const began = performance.now();
    cell.click();
    let painted;
    // Read after the clock: asking for the text costs time of its own.
    do {
      await frame();
      painted = performance.now();
    } while (bar.innerText === before && painted - began < 2_000);
    taken.push(painted - began);
    await pause();
    const changed = performance.now();
    sign.textContent = String(tap);
    await frame();
    bare.push(performance.now() - changed);
    await pause();
  }
  return { taken, bare };
}
