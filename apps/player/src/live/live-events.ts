import type { StreamEventName, StreamEvents } from "@lotus/contract";
import { useEffect, useRef, useSyncExternalStore } from "react";

type Listener<Name extends StreamEventName> = (data: StreamEvents[Name]) => void;

const listeners: { [Name in StreamEventName]: Set<Listener<Name>> } = {
  hello: new Set(),
  period: new Set(),
  draw: new Set(),
  balance: new Set(),
  order: new Set(),
  money: new Set(),
  message: new Set(),
  service: new Set(),
  session: new Set(),
};

/** Hears an event outside components. Returns how to stop. */
export function onLiveEvent<Name extends StreamEventName>(name: Name, listener: Listener<Name>): () => void {
  listeners[name].add(listener);
  return () => void listeners[name].delete(listener);
}

/** Runs `listener` for each event of a name while the component is shown. */
export function useLiveEvent<Name extends StreamEventName>(name: Name, listener: Listener<Name>): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onLiveEvent(name, (data) => latest.current(data)), [name]);
}

/** Hands an event to everyone who hears it. Names of a newer server are passed over. */
export function emitLiveEvent(name: string, data: unknown): void {
  if (!isEventName(name)) return;
  // The server sends what the contract says; its tests hold it to that.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  for (const listener of listeners[name] as Set<(data: unknown) => void>) listener(data);
}

function isEventName(name: string): name is StreamEventName {
  return Object.hasOwn(listeners, name);
}

/** `live` events flow · `polling` the server is asked instead · `offline` it cannot be reached. */
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

/** Hears each change of the state outside components. */
export function onLiveState(listener: (now: LiveState, before: LiveState) => void): void {
  stateListeners.add(listener);
}

/** Whether what is shown is fresh. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    () => state,
  );
}
