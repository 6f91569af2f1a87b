import { expect, test } from "vitest";
import { readSources } from "./layers.ts";

/**
 * Replaced names, with the terms of docs/glossary.md used instead. Wire names, settings, columns and the ledger's house
 * account are unchanged and not among these.
 */
const REPLACED: Readonly<Record<string, string>> = {
  "House|buildHouse|startHouse|openHouse|TestHouse|RunningHouse":
    "Server, createServer, startServer, TestServer",
  "houseNow|HouseTime|useHouse|useHouseSecond": "serverNow, ServerClock, useConfig, useServerSecond",
  "furnish\\w*|Rooms?": "createContext, Context",
  "DeskDoors|doors?": "services, public API",
  "Deeds?|deedOf": "AuditedAction",
  "poke\\w*": "notify",
  "StartTrouble|troubleOf": "StartupError, errorReply",
  PapersOf: "ApiDocsOptions",
  "useWords|loadWords": "useI18n, loadCatalog",
  EntryTries: "AuthAttempts",
  "(?:MOST|LEAST)_[A-Z_]+|[A-Z_]*PATIENCE[A-Z_]*": "MAX_, MIN_, TIMEOUT",
  moneyStop: "moneyFreeze",
  PaymentNotice: "PaymentWebhook",
  "\\w*Sight": "ScreenState, BetPeriod",
  Talk: "Chat",
  "GameLane|reseal\\w*|ownTurn": "GameWorker, reencrypt, yieldTask",
  PlayerServer: "HttpServer",
  "tellMoney|tellBalance|tellBigWins|keepKey|moveMark|HistoryMarks": "publish…, storeKey, …Watermark",
};

const sources = [...readSources()].filter(([file]) => !file.endsWith("vocabulary.test.ts"));

test.each(Object.entries(REPLACED))("nothing is called %s: it is %s", (names) => {
  const name = new RegExp(`(?<![\\w."'/-])(?:${names})(?![\\w"'/-])`, "u");
  const found = sources.flatMap(([file, text]) =>
    text
      .split("\n")
      // Prose may use a word that is no name.
      .filter(
        (line) => !/^\s*(?:\/\/|\*|\/\*)/u.test(line) && name.test(line.replaceAll(/"[^"]*"|`[^`]*`/gu, "")),
      )
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
