import { parseEntry } from "@lotus/fair";
import { FILE_LIST_PATH, fileListHash, HOUSE_PATH, readServedApp } from "@lotus/fair/served-app";
import {
  CheckpointVerifier,
  leafHash,
  parsePolicy,
  type Policy,
  PolicyError,
  utf8,
  verifyInclusionProof,
} from "@lotus/tlog";
import { isObject, readDocument, readFrom } from "./read-documents.ts";
import { linesOf } from "./report-lines.ts";
import { describeLog } from "./trust.ts";
import { type ExitStatus, Unverifiable, type VerifyWorld } from "./verify-world.ts";

/** What to compare. */
export interface AppArguments {
  /** Address of the operator, without a slash at its end. */
  readonly url: string;
  /** A tlog-policy; without it the operator's own is taken. */
  readonly policyFile: string | undefined;
  /** The list of a build of one's own. */
  readonly listFile: string | undefined;
}

/** More are not named. */
const NAMED = 20;

/**
 * Compares what an operator serves to a newcomer with the log: the list of its files with `app` of the `house` entry, and
 * each file with the list. @throws Unverifiable
 */
export async function verifyApp(
  { url, policyFile, listFile }: AppArguments,
  world: VerifyWorld,
): Promise<ExitStatus> {
  const policyText =
    policyFile === undefined ? await policyOf(url, world) : await readFrom(policyFile, world.readText);
  const policy = policyIn(policyText);
  const own = listFile === undefined ? null : fileListHash(await readFrom(listFile, world.readText));
  const house = await houseEntry(url, policy, world);
  const served = await readServedApp((path) => world.fetchFile(url + path));
  const isListed = served.hash !== null && served.hash === house.app;
  const isWhole = served.hash !== null && served.wrong.length === 0;
  const lines = [
    `App of ${url}`,
    "",
    ...linesOf({
      state: isListed ? "ok" : "failed",
      title: "The list of its files is the one of the log",
      faults: isListed
        ? []
        : [served.hash === null ? `No list at ${FILE_LIST_PATH}` : `The log has ${house.app}`],
      details: [`app ${served.hash ?? "unknown"}`, `rules ${house.rules}`],
    }),
    ...linesOf({
      state: isWhole ? "ok" : "failed",
      title: `Each of its ${served.count} addresses serves what the list says`,
      faults: served.wrong
        .slice(0, NAMED)
        .map(({ path, hash }) => `${path}: ${hash === null ? "nothing" : `another file, ${hash}`}`),
      details: [],
    }),
    ...linesOf({
      state: own === null ? "open" : own === house.app ? "ok" : "failed",
      title: "It is the build of your own sources",
      faults: own === null || own === house.app ? [] : [`Your build has ${own}`],
      details: own === null ? ["Build the release and give --list apps/player/dist/app-files.txt"] : [],
    }),
  ];
  const isGood = isListed && isWhole && (own === null || own === house.app);
  lines.push("", isGood ? "SAME: this address serves the app of the log." : "DIFFERENT: see above.", "");
  world.print(`${lines.join("\n")}\n${describeLog({ policy, isPolicyGiven: policyFile !== undefined })}\n`);
  return isGood ? 0 : 1;
}

/** The policy that an operator publishes. @throws Unverifiable if it does not answer */
export async function policyOf(url: string, world: VerifyWorld): Promise<string> {
  const named = await readDocument(`${url}/api/lottery/fairness`, world.fetchText);
  return isObject(named) ? String(named["policy"]) : "";
}

/** Reads a policy. @throws Unverifiable if it cannot be used */
export function policyIn(text: string): Policy {
  try {
    return parsePolicy(text);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw new Unverifiable(`The policy cannot be used: ${error.message}`);
  }
}

/** The newest `house` entry that the operator shows, verified to be in its log. */
async function houseEntry(url: string, policy: Policy, world: VerifyWorld) {
  const shown = await readDocument(`${url}/log/${HOUSE_PATH}`, world.fetchText);
  const [body, proof] = isObject(shown) ? [String(shown["body"]), String(shown["proof"])] : ["", ""];
  const entry = parseEntry(body);
  const found = verifyInclusionProof(leafHash(utf8(body)), proof, new CheckpointVerifier(policy));
  if (entry?.type !== "house" || typeof found === "string")
    throw new Unverifiable(
      `The operator shows no house entry of its log: ${typeof found === "string" ? found : "malformed"}`,
    );
  return entry;
}
