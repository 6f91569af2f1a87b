import { expect, test } from "vitest";
import { toBase64 } from "./bytes.ts";
import { formatCheckpoint, parseCheckpoint } from "./checkpoint.ts";

// The example of the specification.
const BODY = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";

test("the example of the specification", () => {
  const checkpoint = parseCheckpoint(BODY);
  expect(checkpoint).toMatchObject({
    origin: "example.com/behind-the-sofa",
    size: 20_852_163,
    extensions: [],
  });
  if (checkpoint !== null) expect(formatCheckpoint(checkpoint)).toBe(BODY);
});

test("an empty tree and extension lines", () => {
  const body = formatCheckpoint({
    origin: "o",
    size: 0,
    root: new Uint8Array(32),
    extensions: ["one", "two"],
  });
  expect(body).toBe(`o\n0\n${toBase64(new Uint8Array(32))}\none\ntwo\n`);
  expect(parseCheckpoint(body)?.extensions).toEqual(["one", "two"]);
});

test.each([
  ["no final newline", BODY.slice(0, -1)],
  ["no origin", BODY.replace("example.com/behind-the-sofa", "")],
  ["a leading zero", BODY.replace("20852163", "020852163")],
  ["a sign", BODY.replace("20852163", "+20852163")],
  ["a size beyond 2⁵³ − 1", BODY.replace("20852163", "9007199254740992")],
  ["a short root", BODY.replace("CsUY", "")],
  ["a root in URL-safe base64", BODY.replace("/Xajj", "_Xajj")],
  ["an empty extension", `${BODY}\n`],
  ["two lines", "origin\n1\n"],
])("a body with %s is no checkpoint", (_, body) => {
  expect(parseCheckpoint(body)).toBeNull();
});
