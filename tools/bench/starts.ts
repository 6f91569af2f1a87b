import { openServer } from "../load/server-under-load.ts";
import type { Section } from "./section.ts";

const COLD_SECONDS = 60;
const WARM_SECONDS = 5;

/**
 * Time from the command to the open server: on an empty folder, and again on the same one. The app is already built.
 */
export const starts: Section = async ({ folder }) => {
  const dataDir = folder("starts");
  const readyAfterSeconds = async (): Promise<number> => {
    const server = await openServer(dataDir);
    await server.stop();
    return server.readyAfterMs / 1000;
  };
  const [cold, warm] = [await readyAfterSeconds(), await readyAfterSeconds()];
  const section = "starts";
  return [
    { section, name: "first start", value: cold, unit: "s", bar: { of: "value", most: COLD_SECONDS } },
    { section, name: "second start", value: warm, unit: "s", bar: { of: "value", most: WARM_SECONDS } },
  ];
};
