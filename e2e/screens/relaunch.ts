import type { Page } from "playwright-core";

/**
 * Opens a page in the app that is open already, as the app does after a login: all pages are closed and what they had
 * loaded is dropped. A tenth of the work of a load. False where the app is not there, or does not open the page.
 */
export async function relaunch(page: Page, path: string): Promise<boolean> {
  // The result of the script.
  return (await page.evaluate(`(async () => {
    const find = async () => {
      // What the first page has loaded, so that nothing runs that has not yet.
      for (const { href } of document.querySelectorAll("link[rel=modulepreload]"))
        for (const each of Object.values(await import(href)))
          if (typeof each?.relaunch === "function") return each;
    };
    const navigation = (window.navigationOfApp ??= await find());
    if (navigation?.getState().page === undefined) return false;
    // A dialog that has just closed may still go back in the history.
    while (navigation.getState().pending) await new Promise(requestAnimationFrame);
    const result = await navigation.relaunch(${JSON.stringify(path)});
    return result.ok;
  })()`)) as boolean;
}
