/*
 * What a browser shows that cannot run the app: why, what helps, and the address to open elsewhere. ES5, with nothing that a
 * browser of 2011 lacks. `TEXTS` is written above by the build: { locale: { key: text } }.
 */
// Rules that ask for what is newer than ES5.
/* oxlint-disable no-unused-vars, unicorn/prefer-add-event-listener, unicorn/prefer-string-starts-ends-with */
(function () {
  var ADDRESS = location.protocol + "//" + location.host;
  var page = document.getElementById("page");

  /** The chosen language of the app, else the browser's, else the operator's. */
  function locale() {
    var wanted = [];
    try {
      wanted.push(JSON.parse(localStorage.getItem("lotus.settings")).state.locale);
    } catch (error) {
      // Nothing was chosen, or the storage is closed.
    }
    wanted = wanted.concat(navigator.languages || navigator.language || navigator.userLanguage || []);
    for (var at = 0; at < wanted.length; at += 1) {
      var found = nearest(String(wanted[at]).toLowerCase());
      if (found) return found;
    }
    return "vi-VN";
  }

  /** The locale of a tag, else another of its language; Chinese goes by its script. */
  function nearest(tag) {
    if (/^zh/.test(tag)) tag = /hant|tw|hk|mo/.test(tag) ? "zh-tw" : "zh-cn";
    var ofLanguage;
    for (var each in TEXTS) {
      if (each.toLowerCase() === tag) return each;
      if (!ofLanguage && each.split("-")[0] === tag.split("-")[0]) ofLanguage = each;
    }
    return ofLanguage;
  }

  function add(parent, name, text) {
    var element = document.createElement(name);
    if (text) element.appendChild(document.createTextNode(text));
    parent.appendChild(element);
    return element;
  }

  /** The address, to be copied; where a browser copies nothing, it is selected. */
  function addAddress(texts) {
    var address = add(page, "input");
    address.type = "text";
    address.readOnly = true;
    address.value = ADDRESS;
    address.setAttribute("aria-label", texts.address);
    var button = add(page, "button", texts.copy);
    button.type = "button";
    var told = add(page, "p");
    told.setAttribute("role", "status");
    button.onclick = function () {
      address.focus();
      address.setSelectionRange(0, ADDRESS.length);
      var isCopied = false;
      try {
        isCopied = document.execCommand("copy");
      } catch (error) {
        // It stays selected.
      }
      if (isCopied && !told.firstChild) told.appendChild(document.createTextNode(texts.copied));
    };
  }

  var chosen = locale();
  var texts = TEXTS[chosen];
  document.documentElement.lang = chosen;
  add(page, "p", "Lotus").className = "brand";
  add(page, "h1", window.isBelowFloor ? texts.old : texts.failed);
  add(page, "p", texts.needs);
  if (texts.safe) add(page, "p", texts.safe).className = "safe";
  add(page, "h2", texts.helps);
  var ways = add(page, "ol");
  add(ways, "li", texts.update);
  add(ways, "li", texts.other);
  addAddress(texts);
})();
