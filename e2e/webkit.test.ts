import { testsIn } from "./browsers/missing.ts";
import { playerJourney } from "./browsers/player-journey.ts";
import { findWebKit, openWebKitDriver } from "./browsers/webkit-driver.ts";

testsIn("a player in WebKit", "REQUIRE_WEBKIT", findWebKit(), (found) => {
  playerJourney((window) => openWebKitDriver(found, window));
});
