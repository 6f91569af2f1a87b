import type { MouseEvent } from "react";
import { Link } from "react-admin";

/** A player's name that leads to the profile. */
export function PlayerLink({ player }: { readonly player: { readonly id: string; readonly name: string } }) {
  return (
    <Link to={`/players/${player.id}/show`} onClick={(event: MouseEvent) => event.stopPropagation()}>
      {player.name}
    </Link>
  );
}
