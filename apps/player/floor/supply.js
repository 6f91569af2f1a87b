/*
 * Supplies the functions that the oldest supported browsers lack. Loaded before the app, and before its worker, only where
 * one of the newest is missing.
 */
const define = (target, name, value) => {
  if (!(name in target)) Object.defineProperty(target, name, { configurable: true, writable: true, value });
};

function toSorted(compare) {
  return this.slice().sort(compare);
}
function toReversed() {
  // What it is defined by.
  // oxlint-disable-next-line unicorn/no-array-reverse
  return this.slice().reverse();
}
function withItem(index, item) {
  const copy = this.slice();
  const at = index < 0 ? index + copy.length : index;
  if (at < 0 || at >= copy.length) throw new RangeError(`no item ${index}`);
  copy[at] = item;
  return copy;
}
for (const list of [Array.prototype, Object.getPrototypeOf(Uint8Array.prototype)]) {
  define(list, "toSorted", toSorted);
  define(list, "toReversed", toReversed);
  define(list, "with", withItem);
}
define(Array.prototype, "toSpliced", function toSpliced(...change) {
  const copy = this.slice();
  copy.splice(...change);
  return copy;
});

define(Map, "groupBy", (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    index += 1;
    if (groups.has(key)) groups.get(key).push(item);
    else groups.set(key, [item]);
  }
  return groups;
});

define(String.prototype, "isWellFormed", function isWellFormed() {
  return !/\p{Surrogate}/u.test(this);
});

define(AbortSignal, "any", (signals) => {
  const either = new AbortController();
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true, signal: either.signal });
  }
  return either.signal;
});

if (globalThis.Element)
  define(Element.prototype, "checkVisibility", function checkVisibility() {
    return this.getClientRects().length > 0;
  });
else {
  // The worker named behind "#". Its messages wait until it listens.
  const waiting = [];
  const wait = ({ data }) => waiting.push(data);
  addEventListener("message", wait);
  const begin = async () => {
    await import(location.hash.slice(1));
    removeEventListener("message", wait);
    for (const data of waiting) dispatchEvent(new MessageEvent("message", { data }));
  };
  // The page hears of it as of any other error of a worker.
  begin().catch(reportError);
}
