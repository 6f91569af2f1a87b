import { expect, test } from "vitest";
import { shareAcrossWindows, type Channel, type Locks } from "./share-across-windows.ts";

/** Two windows with one channel, and a lock that is passed on when its holder is done. */
function browser(): { readonly locks: Locks; readonly openChannel: () => Channel } {
  const listeners = new Map<Channel, (event: { readonly data: unknown }) => void>();
  let held: Promise<unknown> = Promise.resolve();
  return {
    locks: {
      request: (_name, _options, work) => {
        held = held.then(work);
        return held;
      },
    },
    openChannel: () => {
      const channel: Channel = {
        postMessage: (data) => {
          for (const [other, listener] of listeners) if (other !== channel) listener({ data });
        },
        addEventListener: (_type, listener) => void listeners.set(channel, listener),
      };
      return channel;
    },
  };
}

test("one window works, every window receives what it publishes, and the next one takes over when it is closed", async () => {
  const { locks, openChannel } = browser();
  const received: [window: string, message: string][] = [];
  const works = ["first", "second"].map((window) => {
    const done = Promise.withResolvers<void>();
    const shared = shareAcrossWindows<string>({
      name: "stream",
      locks,
      channel: openChannel(),
      onMessage: (message) => void received.push([window, message]),
      work: (publish) => {
        publish(`from the ${window}`);
        return done.promise;
      },
    });
    return { shared, close: () => done.resolve() };
  });
  await expect
    .poll(() => received)
    .toEqual([
      ["first", "from the first"],
      ["second", "from the first"],
    ]);
  works[0]?.close();
  await works[0]?.shared;
  await expect
    .poll(() => received.slice(2))
    .toEqual([
      ["second", "from the second"],
      ["first", "from the second"],
    ]);
  works[1]?.close();
  await works[1]?.shared;
});
