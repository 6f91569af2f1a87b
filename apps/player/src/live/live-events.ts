import type { StreamEventName, StreamEvents } from "@lotus/contract";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { showFirst, whenTold } from "../session/telling.ts";

type Listener<Name extends StreamEventName> = (data: StreamEvents[Name]) => void;

const listeners: { [Name in StreamEventName]: Set<Listener<Name>> } = {
  hello: new Set(),
  period: new Set(),
  close: new Set(),
  game: new Set(),
  draw: new Set(),
  balance: new Set(),
  order: new Set(),
  chase: new Set(),
  money: new Set(),
  message: new Set(),
  service: new Set(),
  limits: new Set(),
  session: new Set(),
};

/** Subscribes to an event outside components. Returns the unsubscribe function. */
export function onLiveEvent<Name extends StreamEventName>(name: Name, listener: Listener<Name>): () => void {
  listeners[name].add(listener);
  return () => void listeners[name].delete(listener);
}

/** Subscribes to an event while the component is mounted. In a layout effect: no event falls between its first picture and the subscription. */
export function useLiveEvent<Name extends StreamEventName>(name: Name, listener: Listener<Name>): void {
  const latest = useRef(listener);
  useLayoutEffect(() => {
    latest.current = listener;
  });
  useLayoutEffect(() => onLiveEvent(name, (data) => latest.current(data)), [name]);
}

/** Events that do not tell how a draw ended. */
const TELLS_NOTHING: ReadonlySet<StreamEventName> = new Set([
  "hello",
  "period",
  "close",
  "game",
  "service",
  "limits",
  "session",
]);

/**
 * Dispatches an event to its subscribers; what tells of a draw that a page shows, once it has been shown. Unknown names, as
 * from a newer server, are ignored.
 */
export function emitLiveEvent(name: string, data: unknown): void {
  if (!isEventName(name)) return;
  // The server's tests check its events against the contract.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  if (name === "draw") showFirst(data as StreamEvents["draw"]);
  if (TELLS_NOTHING.has(name)) dispatch(name, data);
  else whenTold(() => dispatch(name, data));
}

function dispatch(name: StreamEventName, data: unknown): void {
  // The server's tests check its events against the contract.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  for (const listener of listeners[name] as Set<(data: unknown) => void>) listener(data);
}

function isEventName(name: string): name is StreamEventName {
  return Object.hasOwn(listeners, name);
}

/** `live` events arrive · `polling` the app polls the server instead · `offline` the server is unreachable. */
export type LiveState = "starting" | "live" | "polling" | "offline";

let state: LiveState = "starting";
const stateListeners = new Set<(now: LiveState, before: LiveState) => void>();

export function setLiveState(next: LiveState): void {
  if (next === state) return;
  const before = state;
  state = next;
  for (const listener of stateListeners) listener(next, before);
}

export function liveState(): LiveState {
  return state;
}

/** Subscribes to changes of the state outside components. */
export function onLiveState(listener: (now: LiveState, before: LiveState) => void): void {
  stateListeners.add(listener);
}

/** Whether what is shown is up to date. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    () => state,
  );
}
