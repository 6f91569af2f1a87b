/** The part used here; TypeScript's DOM types lack it. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => TrustedPolicy;
}

interface TrustedPolicy {
  createScriptURL: (url: string) => string;
}

/** The service worker, and what the build makes of workers in this app, with supply.js before it in old browsers. */
const WORKERS = /^(?:\/sw\.js|(?:\/assets\/supply-[\w-]+\.js#)?\/assets\/check-worker-[\w-]+\.js)$/u;

let policy: TrustedPolicy | undefined;

/**
 * The address of a worker as the browser takes it: the content security policy accepts script addresses from this
 * Trusted Types policy alone, and the policy allows only workers of the app.
 */
export function trustedWorker(url: string): string {
  if (!("trustedTypes" in window)) return url;
  // Every browser that has the API has it in this form.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  policy ??= (window.trustedTypes as TrustedTypes).createPolicy("lotus-workers", {
    createScriptURL: (asked) => {
      if (!WORKERS.test(asked)) throw new TypeError(`${asked} is no worker of this app`);
      return asked;
    },
  });
  return policy.createScriptURL(url);
}

/** The address of a module worker, which in browsers that lack functions has them supplied first. boot.js says where from. */
export function suppliedWorker(url: string): string {
  const { supply } = document.documentElement.dataset;
  return supply === undefined ? url : `${supply}#${url}`;
}
