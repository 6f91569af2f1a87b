// The DOM of tests has no layout to scroll, and would say so each time.
window.scrollTo = () => undefined;
