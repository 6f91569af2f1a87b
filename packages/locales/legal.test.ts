import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { LOCALES } from "./index.ts";
import { LEGAL_VERSIONS, type LegalDocument } from "./legal.ts";
import { readArea } from "./node.ts";

/** Texts by document, locale and version. A changed text needs a new version in legal.ts, and its line here. */
const KNOWN: Readonly<Record<string, string>> = {
  "terms vi-VN 2026-11": "cbaaf7599f5954f4",
  "terms vi-VN 2026-11.2": "ddd33f34a1d6ce87",
  "terms vi-VN 2026-11.3": "3fd4492ee0fe3cb0",
  "privacy vi-VN 2026-11": "932f357e46cd9c32",
  "privacy vi-VN 2026-11.2": "fec05d0c2ab61364",
  "privacy vi-VN 2026-11.3": "770a9fd3e75ec4c1",
  "terms en-US 2026-11": "2d4c13ec0289fbdc",
  "terms en-US 2026-11.2": "307c16af776a7a38",
  "terms en-US 2026-11.3": "af74663dd478c396",
  "privacy en-US 2026-11": "538699e1c7de2144",
  "privacy en-US 2026-11.2": "fa9de43a40af81b2",
  "privacy en-US 2026-11.3": "941161c5a8527202",
  "terms id-ID 2026-11": "d670c5adb29aa9f8",
  "terms id-ID 2026-11.2": "106c8463f7429358",
  "terms id-ID 2026-11.3": "60a291685bd113e9",
  "privacy id-ID 2026-11": "111f5d06cbb8de45",
  "privacy id-ID 2026-11.2": "3f92864afd6eb149",
  "privacy id-ID 2026-11.3": "25e733055832d41c",
  "terms ja-JP 2026-11": "8b582698a5c2f563",
  "terms ja-JP 2026-11.2": "0b8e2827e35ac1ee",
  "terms ja-JP 2026-11.3": "3ee47ce87f502a24",
  "privacy ja-JP 2026-11": "97712b63f7c5590d",
  "privacy ja-JP 2026-11.2": "4b52219c8fda4d91",
  "privacy ja-JP 2026-11.3": "a25a426a28a79b4a",
  "terms ko-KR 2026-11": "2d7db876183acb1c",
  "terms ko-KR 2026-11.2": "c6b6b0f07b4bd6e8",
  "terms ko-KR 2026-11.3": "0d9c05f878b5d458",
  "privacy ko-KR 2026-11": "816c3c62222a3445",
  "privacy ko-KR 2026-11.2": "8f268939c9db64f2",
  "privacy ko-KR 2026-11.3": "91b3445e008b54ca",
  "terms pt-BR 2026-11": "cfc0b8ad41455df5",
  "terms pt-BR 2026-11.2": "0c6b7d5804de18c0",
  "terms pt-BR 2026-11.3": "15d40006744c34eb",
  "privacy pt-BR 2026-11": "40b2aa6a01c0f7ed",
  "privacy pt-BR 2026-11.2": "917e8b04e5e648c4",
  "privacy pt-BR 2026-11.3": "725ff0517c40b221",
  "terms zh-TW 2026-11": "4ff7c33ce3ceb4c9",
  "terms zh-TW 2026-11.2": "8e36e93edaa08eed",
  "terms zh-TW 2026-11.3": "2cf61f9c081714da",
  "privacy zh-TW 2026-11": "b95726cff42fdb32",
  "privacy zh-TW 2026-11.2": "f361351a839854fd",
  "privacy zh-TW 2026-11.3": "f7667cb84e54f940",
  "terms zh-CN 2026-11": "2eb4f50a0c9aff16",
  "terms zh-CN 2026-11.2": "27bec0612e4dd195",
  "terms zh-CN 2026-11.3": "d11cce02e69bc045",
  "privacy zh-CN 2026-11": "6c120cf5b6ac6838",
  "privacy zh-CN 2026-11.2": "ff2ceb96338fbd86",
  "privacy zh-CN 2026-11.3": "136c71b4fd1f96ea",
  "terms fr 2026-11": "414701c005e3237f",
  "terms fr 2026-11.2": "2cce32dbdfba98e2",
  "terms fr 2026-11.3": "835a2cf8f832bf5f",
  "privacy fr 2026-11": "38487efa6b656c8e",
  "privacy fr 2026-11.2": "a9063a74ce9e2c67",
  "privacy fr 2026-11.3": "096dcc70db80fdc9",
  "terms es 2026-11": "110f956356104654",
  "terms es 2026-11.2": "d9148754bd6f9473",
  "terms es 2026-11.3": "3f033c892fdfaa2c",
  "privacy es 2026-11": "8379f9dab15162d0",
  "privacy es 2026-11.2": "7011a42806a3c198",
  "privacy es 2026-11.3": "1bccfb7d7e8b7ae6",
};

function hashOf(document: LegalDocument, locale: (typeof LOCALES)[number]): string {
  const texts = Object.entries(readArea(locale, "rules"))
    .filter(([key]) => key.startsWith(`rules.${document}.`))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  expect(texts.length).toBeGreaterThan(5);
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex").slice(0, 16);
}

test.each(LOCALES)("the legal texts of %s are those of their version", (locale) => {
  for (const document of ["terms", "privacy"] as const) {
    const place = `${document} ${locale} ${LEGAL_VERSIONS[document]}`;
    expect(KNOWN[place], place).toBe(hashOf(document, locale));
  }
});
