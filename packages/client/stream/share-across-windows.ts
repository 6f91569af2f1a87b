/** The used part of BroadcastChannel. */
export interface Channel {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: "message", listener: (event: { readonly data: unknown }) => void) => void;
}

/** The used part of the browser's LockManager. */
export interface Locks {
  readonly request: (
    name: string,
    options: { readonly signal?: AbortSignal },
    work: () => Promise<void>,
  ) => Promise<unknown>;
}

/**
 * Runs work in only one of a browser's windows: the one that holds the lock, then the next when that window closes.
 * What the work publishes reaches every window, its own synchronously.
 */
export async function shareAcrossWindows<Message>({
  name,
  locks,
  channel,
  onMessage,
  work,
  signal,
}: {
  readonly name: string;
  readonly locks: Locks;
  readonly channel: Channel;
  readonly onMessage: (message: Message) => void;
  readonly work: (publish: (message: Message) => void) => Promise<void>;
  readonly signal?: AbortSignal;
}): Promise<void> {
  // Only windows of this app write to the channel.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  channel.addEventListener("message", ({ data }) => onMessage(data as Message));
  const publish = (message: Message): void => {
    onMessage(message);
    // A BroadcastChannel is limited to this origin and has no target parameter.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.postMessage(message);
  };
  await locks.request(name, signal === undefined ? {} : { signal }, () => work(publish));
}
