// Runs before the first paint, as a file of its own because the page allows no inline script. Sets the chosen
// theme, so that a dark page never flashes white, and the language; then fetches the words of that language and
// the files of the page that is asked for, while the app itself is still on its way, and begins the app. Whoever is
// about to see the login sees its brand first, and so does whoever opens a page where the files of this build have yet
// to come: that much is painted before more is fetched and run.
(function () {
  // Another page is on its way.
  if (window.isBelowFloor) return;
  var LOGIN = "/pages/auth/login";
  // The build that has begun here: what it consists of need not be waited for.
  var BEGUN = "lotus.begun";
  // In place of a storage that the browser forbids: what is kept lasts as long as the page.
  class PageStorage {
    get length() {
      return Object.keys(this).length;
    }
    key(place) {
      return Object.keys(this)[place] ?? null;
    }
    getItem(name) {
      return Object.hasOwn(this, name) ? this[name] : null;
    }
    setItem(name, value) {
      this[name] = String(value);
    }
    removeItem(name) {
      delete this[name];
    }
    clear() {
      Object.keys(this).forEach((name) => this.removeItem(name));
    }
  }
  ["localStorage", "sessionStorage"].forEach(function (name) {
    try {
      window[name].getItem("");
    } catch {
      Object.defineProperty(window, name, { configurable: true, value: new PageStorage() });
    }
  });
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
  // Each in a task of its own, so that a slow phone can be tapped in between.
  async function runInTurn(parts) {
    for (const part of parts) {
      await import(part);
      await new Promise((resolve) => setTimeout(resolve));
    }
    try {
      localStorage.setItem(BEGUN, data.app);
    } catch {
      // A full storage: the brand is shown the next time, too.
    }
  }
  // Nothing is painted in a window that is behind others, nor while a stylesheet does not come.
  function afterPaint(act) {
    var acted = false;
    function once() {
      if (!acted) act();
      acted = true;
    }
    new PerformanceObserver(once).observe({ type: "paint" });
    setTimeout(once, document.visibilityState === "visible" ? 500 : 0);
  }
  // The page's body is not there yet.
  function showSplash(slogan, alone) {
    new MutationObserver(function (_, waiting) {
      var words = document.querySelector(".splash p");
      if (!words) return;
      waiting.disconnect();
      words.textContent = slogan;
      var splash = words.closest(".splash");
      splash.classList.toggle("splash-alone", alone);
      splash.hidden = false;
    }).observe(root, { childList: true, subtree: true });
  }
  // The app offers to be installed when it is convenient, not when the browser thinks of it.
  addEventListener("beforeinstallprompt", function (offer) {
    offer.preventDefault();
    window.installOffer = offer;
  });
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
  var first = JSON.parse(data.pages || '{"files":[],"pages":{},"own":[]}');
  var path = location.pathname.replace(/(.)\/$/, "$1");
  // Whoever is not logged in is led to the login.
  if (first.own.includes(path) && !keptState("lotus.session").jwtToken) path = LOGIN;
  // Only a build leaves the app for here to begin.
  var app = data.app ? data.app.split(" ") : [];
  // A browser with the newest of the functions that the floor lacks has all of them.
  if (app.length && !(Map.groupBy && AbortSignal.any)) {
    app.unshift(data.supply);
    // Workers need them, too.
    root.dataset.supply = data.supply;
  }
  function begin() {
    // The page is served without asking for these, so that the brand is painted first.
    app.forEach(fetchSoon);
    if (words) fetchSoon(words);
    (first.pages[path] || []).forEach(function (place) {
      fetchSoon(first.files[place]);
    });
    if (app.length) runInTurn(app).catch(() => window.startFailed());
  }
  if (path === LOGIN || (data.app && localStorage.getItem(BEGUN) !== data.app)) {
    showSplash(JSON.parse(data.slogans || "{}")[locale] || "", path !== LOGIN);
    afterPaint(begin);
  } else begin();
})();
