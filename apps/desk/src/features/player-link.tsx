import type { PlayerState as State } from "@lotus/contract/desk";
import type { MouseEvent } from "react";
import { Link } from "react-admin";
import { PlayerState } from "./player-state.tsx";

interface PlayerLinkProps {
  readonly player: { readonly id: string; readonly name: string; readonly status?: State };
}

/** A player's name that leads to the profile; the state beside it, where it is not the usual one. */
export function PlayerLink({ player }: PlayerLinkProps) {
  const { id, name, status = "active" } = player;
  return (
    <>
      <Link to={`/players/${id}/show`} onClick={(event: MouseEvent) => event.stopPropagation()}>
        {name}
      </Link>
      {status !== "active" && (
        <>
          {" "}
          <PlayerState status={status} />
        </>
      )}
    </>
  );
}
