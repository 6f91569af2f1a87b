// The DOM of tests has no layout to scroll, and would say so each time.
globalThis.scrollTo = () => undefined;
