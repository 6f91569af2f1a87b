import { screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { ResourceContextProvider } from "react-admin";
import { expect, test } from "vitest";
import { Conversations } from "../screens/conversations/conversations.tsx";
import { Exports } from "../screens/exports/exports.tsx";
import { IdentityShow } from "../screens/identities/identity-show.tsx";
import { PlayerIdentity } from "../screens/players/player-identity.tsx";
import { Second } from "../screens/second/second.tsx";
import { Voids } from "../screens/voids/voids.tsx";
import { renderPart } from "../testing/render-part.tsx";

const PLAYER = { id: "10000001", username: "anna", status: "active" };

test.each<readonly [string, "cashier" | "support", ReactElement]>([
  ["conversations", "cashier", <Conversations key="page" />],
  [
    "an identity",
    "cashier",
    <ResourceContextProvider key="page" value="identities">
      <IdentityShow />
    </ResourceContextProvider>,
  ],
  ["a player's identity", "cashier", <PlayerIdentity key="page" player={PLAYER as never} />],
  ["voids", "cashier", <Voids key="page" />],
  ["exports", "support", <Exports key="page" />],
  ["what waits for a second person", "support", <Second key="page" />],
])("a page that a role may not see says so, and who may: %s", async (_, role, page) => {
  // It makes no call: the part of the test would refuse it.
  await renderPart(page, { role });
  expect(screen.getByText(/^Your role may not see this.*Only for: \w+/u)).toBeTruthy();
});
