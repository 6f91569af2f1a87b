import { expect, test } from "vitest";
import { PasswordRules } from "./password-rules.ts";

test("the name of the site, and of whose account it is, help nobody's password", () => {
  for (const whose of ["players", "operators"] as const) {
    const [named, other] = [new PasswordRules("Hồ Gươm Vàng", whose), new PasswordRules("Lotus", whose)];
    for (const password of PASSWORDS[whose]) {
      expect([whose, password, named.isGuessable(password, [])]).toEqual([whose, password, true]);
      expect([whose, password, other.isGuessable(password, ["hồ gươm vàng"])]).toEqual([
        whose,
        password,
        true,
      ]);
      expect([whose, password, other.isGuessable(password, ["somebody_else"])]).toEqual([
        whose,
        password,
        false,
      ]);
    }
  }
});

const PASSWORDS = {
  players: ["Hồ Gươm Vàng 7q", "gươmvàng-k3x", "hồgươmvàng#91z"],
  operators: ["hồ gươm vàng 7q", "HồGươmVàng-k3x"],
} as const;
