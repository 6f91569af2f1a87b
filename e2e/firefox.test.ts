import { findFirefox, openFirefoxDriver } from "./browsers/firefox-driver.ts";
import { testsIn } from "./browsers/missing.ts";
import { playerJourney } from "./browsers/player-journey.ts";

testsIn("a player in Firefox", "REQUIRE_FIREFOX", findFirefox(), (found) => {
  playerJourney((window) => openFirefoxDriver(found, window));
});
