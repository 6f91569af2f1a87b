// Runs before the first paint, as a file of its own because the page allows no inline script. Sets the chosen
// theme, so that a dark page never flashes white, and the language; then fetches the words of that language and
// the files of the page that is asked for, while the app itself is still on its way.
(function () {
  function keptState(name) {
    try {
      return JSON.parse(localStorage.getItem(name) || "{}").state || {};
    } catch {
      // Storage may be closed to us; the defaults then hold.
      return {};
    }
  }
  function fetchSoon(file) {
    var link = document.createElement("link");
    link.rel = file.endsWith(".css") ? "preload" : "modulepreload";
    if (link.rel === "preload") link.as = "style";
    link.crossOrigin = "";
    link.href = file;
    document.head.append(link);
  }
  var kept = keptState("lotus.settings");
  var root = document.documentElement;
  var dark =
    kept.theme === "dark" || (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
  document.querySelector('meta[name="theme-color"]').content = dark ? "#0b100e" : "#f2f5f4";
  var locale = kept.locale || "vi-VN";
  root.lang = locale;
  var data = document.currentScript.dataset;
  var words = JSON.parse(data.words || "{}")[locale];
  if (words) fetchSoon(words);
  var first = JSON.parse(data.pages || '{"files":[],"pages":{},"own":[]}');
  var path = location.pathname.replace(/(.)\/$/, "$1");
  // Whoever is not logged in is led to the login.
  if (first.own.includes(path) && !keptState("lotus.session").jwtToken) path = "/pages/auth/login";
  (first.pages[path] || []).forEach(function (place) {
    fetchSoon(first.files[place]);
  });
})();
