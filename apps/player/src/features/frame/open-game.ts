import { navigation } from "../../shell/navigation.ts";
import { href } from "../../shell/routes.ts";

/** Opens a game. It takes the place of another game that is open, so that "back" leads to where the player came from. */
export function openGame(code: string): Promise<unknown> {
  const to = href("game", { code });
  const { page } = navigation.getState();
  if (page?.url === to) return Promise.resolve();
  return page?.name === "game" ? navigation.replace(to) : navigation.push(to);
}
