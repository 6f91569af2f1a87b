import { openBrowser, openPhone } from "./browser.ts";
const base = process.argv[2] ?? "http://127.0.0.1:9080";
const browser = await openBrowser();
const { page } = await openPhone(browser, { baseURL: base, dark: process.argv[3] === "dark" });
page.on("console", (m) => {
  if (m.type() === "error" || m.type() === "warning") console.log("console", m.text().slice(0, 300));
});
page.on("pageerror", (e) => console.log("pageerror", e.message.slice(0, 300)));
const tag = process.argv[3] ?? "light";
const shot = async (n: string) => page.screenshot({ path: `/tmp/shots/${n}-${tag}.png` });
await page.goto("/pages/auth/login");
await page.waitForTimeout(1500);
await shot("login");
await page.getByRole("textbox").first().fill("minh_anh88");
await page.locator("input[type=password]").fill("sen-trang-thang-7");
await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
await page.waitForTimeout(2500);
await shot("home");
console.log(page.url());
for (const [n, u] of [
  ["lobby", "/pages/tabbar/center"],
  ["mine", "/pages/tabbar/mine"],
  ["ffc", "/pages-sub/game/index?code=FFC"],
  ["k3", "/pages-sub/game/index?code=K3"],
  ["bets", "/pages-sub/record/betting"],
  ["recharge", "/pages-sub/recharge/index"],
  ["verify", "/pages-sub/fairness/index?code=FFC"],
]) {
  await page.goto(u!);
  await page.waitForTimeout(1800);
  await shot(n!);
  console.log(n, page.url());
}
await browser.close();
