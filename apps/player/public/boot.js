// Runs before the first paint, as a file of its own because the page allows no inline script. Sets the chosen
// theme, so that a dark page never flashes white, and the language; then fetches the words of that language
// while the app itself is still on its way.
(function () {
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("lotus.settings") || "{}").state || {};
  } catch {
    // Storage may be closed to us; the defaults then hold.
  }
  var root = document.documentElement;
  var dark =
    kept.theme === "dark" || (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
  document.querySelector('meta[name="theme-color"]').content = dark ? "#0b100e" : "#f2f5f4";
  var locale = kept.locale || "vi-VN";
  root.lang = locale;
  var files = JSON.parse(document.currentScript.dataset.words || "{}");
  if (files[locale]) {
    var link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = files[locale];
    document.head.append(link);
  }
})();
