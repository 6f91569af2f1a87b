/*
 * Runs before every other script of a page, in any browser, so it is ES5. A browser that lacks what the app cannot do
 * without goes to browser.html, which says so; what such a browser lacks is probed, never its name.
 */
// Rules that ask for what is newer than ES5.
/* oxlint-disable no-unused-vars, unicorn/prefer-add-event-listener */
(function () {
  var PAGE = "/browser.html";
  var FAILED = "lotus.startFailed";

  /** The newest features that the app uses unguarded and that supply.js cannot supply. */
  function hasAll() {
    return (
      typeof Object.hasOwn === "function" &&
      typeof Array.prototype.findLast === "function" &&
      typeof AbortSignal.timeout === "function" &&
      "inert" in document.documentElement &&
      CSS.supports("height", "1dvh") &&
      CSS.supports("container-type", "inline-size")
    );
  }

  function isSupported() {
    try {
      return hasAll();
    } catch (error) {
      return false;
    }
  }

  /** Whether this window has failed to start before; notes that it has now. */
  function failedBefore() {
    try {
      var before = sessionStorage.getItem(FAILED) !== null;
      sessionStorage.setItem(FAILED, "1");
      return before;
    } catch (error) {
      // Without a storage nothing ends a series of reloads.
      return true;
    }
  }

  /**
   * A start failed. If the server replies, it was not the network: the first failure reloads, which fetches a newer build,
   * unless the page offers that itself; the second one goes to browser.html.
   */
  window.startFailed = function (offersReload) {
    var asked = new XMLHttpRequest();
    asked.open("GET", PAGE);
    asked.onload = function () {
      if (asked.status !== 200) return;
      if (failedBefore()) location.replace(PAGE + "#failed");
      else if (!offersReload) location.reload();
    };
    asked.send();
  };
  window.startSucceeded = function () {
    try {
      sessionStorage.removeItem(FAILED);
    } catch (error) {
      // Nothing was noted.
    }
  };

  window.isBelowFloor = !isSupported();
  if (location.pathname !== PAGE) {
    if (window.isBelowFloor) location.replace(PAGE);
  } else if (!window.isBelowFloor && location.hash === "") location.replace("/");
})();
