import type { PlayerBreak, PlayerState as State } from "@lotus/contract/desk";
import { RowLink } from "../components/row-link.tsx";
import { PlayerState } from "./player-state.tsx";

interface PlayerLinkProps {
  readonly player: {
    readonly id: string;
    readonly name: string;
    readonly status?: State;
    readonly onBreak?: PlayerBreak | undefined;
  };
}

/** A player's name that leads to the profile; the state beside it, where it is not the usual one. */
export function PlayerLink({ player }: PlayerLinkProps) {
  const { id, name, status = "active", onBreak } = player;
  return (
    <>
      <RowLink to={`/players/${id}/show`}>{name}</RowLink>{" "}
      <PlayerState player={{ status, onBreak }} unusual />
    </>
  );
}
