import { CODES, codeName, HTTP_STATUS, type CallSpec, type CodeName, VERSION } from "@lotus/contract";
import type { ApiDocsOptions } from "./api-docs-options.ts";
import { areaOf, schemaOf } from "./openapi.ts";

/** The HTML page: every call with its request, reply and codes, and the list of codes. */
export function docsPage({ title, translate, calls: byName, root }: ApiDocsOptions): string {
  const calls = Object.entries(byName);
  const areas = [...new Set(calls.map(([, call]) => areaOf(call, root)))];
  const text = (name: CodeName): string => translate("en-US", `codes.${name}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} API</title>
<link rel="stylesheet" href="${root}/docs/docs.css">
<script src="${root}/docs/docs.js" defer></script>
</head>
<body>
<header>
<h1>${escape(title)} <small>API ${VERSION}</small></h1>
<p>Every reply is <code>{ code, msg, data }</code>. Code 0 is accepted; any other is a refusal with its text in the
language of the <code>LANGUAGE</code> header. Money and odds are decimal strings, times are epoch milliseconds,
<code>Token</code> carries the access token. Machines read <a href="${root}/openapi.json">openapi.json</a>.</p>
<label class="find">Find a call or a code <input type="search" id="find" autocomplete="off"></label>
</header>
<main>
${areas
  .map(
    (area) => `<section><h2>${escape(area)}</h2>
${calls
  .filter(([, call]) => areaOf(call, root) === area)
  .map(([name, call]) => callSection(name, call, text))
  .join("\n")}
</section>`,
  )
  .join("\n")}
<section><h2>Codes</h2>
<table><thead><tr><th>Code</th><th>Name</th><th>HTTP</th><th>Text</th></tr></thead><tbody>
${codeNames()
  .map(
    (name) =>
      `<tr data-find="${CODES[name]} ${name.toLowerCase()}"><td>${CODES[name]}</td><td><code>${name}</code></td><td>${statusOf(name)}</td><td>${escape(text(name))}</td></tr>`,
  )
  .join("\n")}
</tbody></table></section>
</main>
</body>
</html>
`;
}

const AUTH: Readonly<Record<CallSpec["auth"], string>> = {
  public: "public",
  player: "needs a token",
  optional: "takes a token",
  operator: "needs an operator's token",
};

function callSection(name: string, call: CallSpec, text: (name: CodeName) => string): string {
  const find = `${name} ${call.path} ${call.summary} ${call.refusals.join(" ")}`.toLowerCase();
  const parts = [
    ["Path", call.params],
    ["Query", call.query],
    ["Body", call.body],
  ] as const;
  const notes = [
    AUTH[call.auth],
    `limit: ${call.rate}`,
    ...(call.idempotent === true ? ["takes an Idempotency-Key"] : []),
  ];
  return `<article id="${escape(name)}" data-find="${escape(find)}">
<h3><span class="method ${call.method.toLowerCase()}">${call.method}</span> <a href="#${escape(name)}"><code>${escape(call.path)}</code></a></h3>
<p>${escape(call.summary)}</p>
<p class="notes">${notes.map((note) => `<span>${escape(note)}</span>`).join(" ")}</p>
${parts.map(([label, schema]) => (schema === undefined ? "" : shape(label, describe(schemaOf(schema, "input"))))).join("")}
${shape("data", describe(schemaOf(call.data, "output")))}
${
  call.refusals.length === 0
    ? ""
    : `<details><summary>Refusals (${call.refusals.length})</summary><ul>${call.refusals
        .map(
          (refusal) => `<li><b>${CODES[refusal]}</b> <code>${refusal}</code> ${escape(text(refusal))}</li>`,
        )
        .join("")}</ul></details>`
}
</article>`;
}

function shape(label: string, description: string): string {
  return `<details><summary>${label}</summary><pre>${escape(description)}</pre></details>`;
}

/** A JSON Schema in short notation: `{ name: string, items?: [number] }`. */
export function describe(schema: unknown, indent = ""): string {
  if (!isObject(schema)) return "any";
  if ("const" in schema) return JSON.stringify(schema["const"]);
  const { enum: choices, anyOf, type, items, properties, pattern } = schema;
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
  if (Array.isArray(anyOf)) return anyOf.map((choice) => describe(choice, indent)).join(" | ");
  if (type === "array") return `[${describe(items, indent)}]`;
  if (type === "object" && isObject(properties) && Object.keys(properties).length > 0) {
    const needed: unknown[] = Array.isArray(schema["required"]) ? schema["required"] : [];
    const inner = `${indent}  `;
    const fields = Object.entries(properties).map(
      ([key, field]) => `${inner}${key}${needed.includes(key) ? "" : "?"}: ${describe(field, inner)}`,
    );
    return `{\n${fields.join(",\n")}\n${indent}}`;
  }
  if (typeof pattern === "string") return `string /${pattern}/`;
  return typeof type === "string" ? type : "any";
}

function codeNames(): CodeName[] {
  return Object.values(CODES).flatMap((code) => codeName(code) ?? []);
}

function statusOf(name: CodeName): number {
  const statuses: Partial<Record<CodeName, number>> = HTTP_STATUS;
  return statuses[name] ?? 200;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
