import { AtRule, type ChildNode, type Declaration, type Node, parse, type Rule } from "postcss";
import type { NewerFeatures } from "./newer-features.ts";
import type { Use } from "./script-uses.ts";

/**
 * The uses in a stylesheet of properties, values, selectors and rules that a browser of the floor lacks, except those that
 * it guards: inside an `@supports` that names the feature, or beside another declaration of the same property in the same
 * rule, which such a browser uses instead. A value with `var()` replaces that one even where it cannot be used.
 */
export function usesInStyle(source: string, newer: NewerFeatures): Use[] {
  const uses: Use[] = [];
  parse(source).walk((node) => {
    for (const { name, feature } of featuresOf(node, newer))
      if (!isSupportsAround(node, name)) uses.push({ name, feature, text: node.toString().slice(0, 200) });
  });
  return uses;
}

interface Feature {
  readonly name: string;
  readonly feature: string;
}

function featuresOf(node: ChildNode, newer: NewerFeatures): Feature[] {
  if (node.type === "decl") return inDeclaration(node, newer);
  if (node.type === "rule") return inSelector(node, newer);
  return node.type === "atrule" ? inAtRule(node, newer) : [];
}

function inDeclaration(node: Declaration, newer: NewerFeatures): Feature[] {
  const { prop, value } = node;
  if (isOtherwiseDeclared(node)) return [];
  const found: Feature[] = [];
  const add = (name: string, ...path: readonly string[]): void => {
    if (newer.isNewer("css", ...path)) found.push({ name, feature: ["css", ...path].join(".") });
  };
  if (!prop.startsWith("--")) add(prop, "properties", prop);
  const bare = value.replaceAll(/"[^"]*"|'[^']*'|url\([^)]*\)/gu, "");
  for (const [, name = ""] of bare.matchAll(/([\w-]+)\(/gu)) {
    add(`${name}()`, "types", name);
    add(`${name}()`, "types", "color", name);
    add(`${name}()`, "types", "easing-function", name);
    add(`${name}()`, "properties", prop, name);
  }
  for (const [, unit = ""] of bare.matchAll(/(?<![\w-])[\d.]+([a-z]+)/gu)) add(unit, "types", "length", unit);
  for (const [word] of bare.matchAll(/(?<![\w-])[a-z][a-z-]*(?![\w(-])/gu))
    add(`${prop}: ${word}`, "properties", prop, word);
  return found;
}

/** Whether the same rule declares the property twice, or with a prefix. */
function isOtherwiseDeclared({ prop, value, parent }: Declaration): boolean {
  return (
    parent?.some(
      (other) =>
        other.type === "decl" &&
        ((other.prop === prop && other.value !== value && !value.includes("var(")) ||
          /^-(?:webkit|moz)-/u.exec(other.prop)?.input.endsWith(`-${prop}`) === true),
    ) ?? false
  );
}

function inSelector({ selector, parent }: Rule, newer: NewerFeatures): Feature[] {
  const names = [...selector.matchAll(/::?(-?[a-z][\w-]*)/gu)].map(([, name = ""]) => name);
  const isNested = parent?.type === "rule" || selector.includes("&");
  return [...names, ...(isNested ? ["nesting"] : [])].flatMap((name) =>
    newer.isNewer("css", "selectors", name) ? [{ name: `:${name}`, feature: `css.selectors.${name}` }] : [],
  );
}

function inAtRule({ name, params }: AtRule, newer: NewerFeatures): Feature[] {
  const words = [...params.matchAll(/[a-z][a-z-]*/gu)].map(([word]) => word);
  const paths = [
    [name],
    ...words.map((word) => [name, word]),
    ...words.map((word) => [name, `${word}_container_features`]),
  ];
  return paths.flatMap((path) =>
    newer.isNewer("css", "at-rules", ...path)
      ? [{ name: `@${path.join(" ")}`, feature: `css.at-rules.${path.join(".")}` }]
      : [],
  );
}

/** Whether an `@supports` around a node asks for a feature. */
function isSupportsAround(node: ChildNode, name: string): boolean {
  const asked = name.replace(/\(\)$/u, "");
  for (let around: Node | undefined = node.parent; around !== undefined; around = around.parent)
    if (around instanceof AtRule && around.name === "supports" && around.params.includes(asked)) return true;
  return false;
}
