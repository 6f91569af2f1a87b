/** Notes each event of the browser's event timing in the page, which outlives its own pages. */
// Called by the text that it becomes part of.
// oxlint-disable-next-line no-unused-vars
function noteEvents(durationThreshold) {
  window.timedEvents = [];
  const nameOf = (element) => {
    const control = element?.closest?.("button, a, input, label, [role]") ?? element;
    return (
      control?.ariaLabel ||
      control?.textContent ||
      control?.name ||
      control?.nodeName ||
      "gone"
    ).trim();
  };
  new PerformanceObserver((list) => {
    for (const event of list.getEntries()) {
      const { interactionId, duration, name, target, startTime, processingStart, processingEnd } = event;
      window.timedEvents.push({
        interactionId,
        duration,
        waited: processingStart - startTime,
        handled: processingEnd - processingStart,
        name,
        page: location.pathname,
        target: nameOf(target).slice(0, 40),
      });
    }
  }).observe({ type: "event", durationThreshold, buffered: true });
}
