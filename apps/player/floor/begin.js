// Begins an app whose page has no first script of its own, with the functions that this browser lacks.
(function () {
  if (window.isBelowFloor) return;
  const { app, supply } = document.currentScript.dataset;
  const parts = Map.groupBy && AbortSignal.any ? [app] : [supply, app];
  parts
    .reduce((before, part) => before.then(() => import(part)), Promise.resolve())
    .then(window.startSucceeded, () => window.startFailed());
})();
