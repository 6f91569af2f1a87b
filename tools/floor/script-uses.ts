import { parseSync } from "vite";
import type { NewerFeatures } from "./newer-features.ts";

/** A use of a feature that a browser of the floor lacks. */
export interface Use {
  /** As the source has it, such as `URL.canParse` or `.toSorted`. */
  readonly name: string;
  /** Its path in MDN's data. */
  readonly feature: string;
  /** The source around it, for whoever has to find it. */
  readonly text: string;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Syntax that no build target lowers, or that reaches browsers without being built. */
const SYNTAX: Readonly<Record<string, string>> = {
  StaticBlock: "javascript.classes.static.initialization_blocks",
};

/**
 * The uses in a script of functions, objects and syntax that a browser of the floor lacks, except those that the
 * script guards: the same function, or one around it, has read the feature without calling it (`typeof f`, `x.f?.()`,
 * `"f" in x`, `if (x.f)`).
 */
export function usesInScript(source: string, newer: NewerFeatures): Use[] {
  const { program, errors } = parseSync("built.js", source);
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  return new ScriptUses(source, newer).of(program as unknown as SyntaxNode);
}

interface Found {
  readonly name: string;
  readonly feature: string;
  readonly node: SyntaxNode;
  readonly scopes: Scopes;
}

/** The functions and conditions around a node, from the inside out. */
type Scopes = { readonly node: SyntaxNode; readonly around: Scopes } | undefined;

class ScriptUses {
  readonly #source: string;
  readonly #newer: NewerFeatures;
  readonly #declared = new Set<string>();
  readonly #uses: Found[] = [];
  /** Names that were read without a call, with the functions and conditions around them. */
  readonly #tests = new Map<string, Set<SyntaxNode>>();

  constructor(source: string, newer: NewerFeatures) {
    this.#source = source;
    this.#newer = newer;
  }

  of(program: SyntaxNode): Use[] {
    this.#collectDeclared(program);
    this.#visit(program, program, undefined);
    return this.#uses
      .filter(({ name, scopes }) => {
        const tests = this.#tests.get(lastName(name));
        return tests === undefined || !isWithin(scopes, tests);
      })
      .map(({ name, feature, node }) => ({
        name,
        feature,
        text: this.#source.slice(Math.max(0, node.start - 60), node.end + 60),
      }));
  }

  #collectDeclared(node: SyntaxNode): void {
    if (node.type === "VariableDeclarator") this.#declare(node["id"]);
    else if (node.type === "CatchClause") this.#declare(node["param"]);
    else if (node.type.startsWith("Import") && isNode(node["local"])) this.#declare(node["local"]);
    else if (isFunction(node) || node.type.startsWith("Class")) {
      this.#declare(node["id"]);
      for (const param of nodesIn(node["params"])) this.#declare(param);
    }
    for (const child of childrenOf(node)) this.#collectDeclared(child);
  }

  #declare(pattern: unknown): void {
    if (!isNode(pattern)) return;
    if (pattern.type === "Identifier") this.#declared.add(String(pattern["name"]));
    for (const field of ["properties", "elements"])
      for (const part of nodesIn(pattern[field])) this.#declare(part);
    if (pattern.type === "Property") this.#declare(pattern["value"]);
    if (pattern.type === "AssignmentPattern") this.#declare(pattern["left"]);
    if (pattern.type === "RestElement") this.#declare(pattern["argument"]);
  }

  #visit(node: SyntaxNode, parent: SyntaxNode, scopes: Scopes): void {
    this.#note(node, parent, scopes);
    const inner = isFunction(node) || isCondition(node) ? { node, around: scopes } : scopes;
    for (const child of childrenOf(node)) this.#visit(child, node, inner);
  }

  #note(node: SyntaxNode, parent: SyntaxNode, scopes: Scopes): void {
    const syntax = syntaxOf(node);
    if (syntax !== undefined && this.#newer.isNewer(...syntax.split(".")))
      this.#uses.push({ name: syntax, feature: syntax, node, scopes: undefined });
    if (node.type === "Identifier") this.#noteGlobal(node, parent, scopes);
    if (node.type === "MemberExpression" && node["computed"] === false)
      this.#noteMember(node, parent, scopes);
    if (node.type === "BinaryExpression" && node["operator"] === "in") {
      const name = textOf(node["left"]);
      if (name !== undefined) this.#test(name, scopes);
    }
  }

  #noteGlobal(node: SyntaxNode, parent: SyntaxNode, scopes: Scopes): void {
    const name = String(node["name"]);
    const feature = this.#newer.globals.get(name);
    if (feature === undefined || this.#declared.has(name) || isKey(node, parent)) return;
    if (parent.type === "UnaryExpression" && parent["operator"] === "typeof") this.#test(name, scopes);
    else this.#uses.push({ name, feature, node, scopes });
  }

  #noteMember(node: SyntaxNode, parent: SyntaxNode, scopes: Scopes): void {
    const member = nameOf(node["property"]);
    if (member === undefined) return;
    const object = nameOf(node["object"]);
    const isGlobal = object === "globalThis" || object === "window" || object === "self";
    const own = object === undefined || this.#declared.has(object) ? undefined : `${object}.${member}`;
    const asStatic = isGlobal ? this.#newer.globals.get(member) : this.#newer.statics.get(own ?? "");
    // An old static function is no new method of the same name.
    const isOld = asStatic === undefined && this.#newer.oldStatics.has(own ?? "");
    const feature = asStatic ?? (isOld ? undefined : this.#newer.methods.get(member));
    if (feature === undefined) return;
    const use = useOf(node, parent);
    if (use === "read") this.#test(member, scopes);
    else if (use === "called" || asStatic !== undefined)
      this.#uses.push({
        name: asStatic === undefined ? `.${member}` : (own ?? member),
        feature,
        node,
        scopes,
      });
  }

  /** A test counts in the function or condition that it is in. */
  #test(name: string, scopes: Scopes): void {
    const tests = this.#tests.get(name) ?? new Set();
    this.#tests.set(name, tests);
    for (let scope = scopes; scope !== undefined; scope = isFunction(scope.node) ? undefined : scope.around)
      tests.add(scope.node);
  }
}

/** What happens to a member: it is called, something of it is used, or it is only read. */
function useOf(node: SyntaxNode, parent: SyntaxNode): "called" | "dereferenced" | "read" {
  const isCallee = parent["callee"] === node;
  if (parent.type === "CallExpression" && isCallee) return parent["optional"] === true ? "read" : "called";
  if (parent.type === "NewExpression" && isCallee) return "called";
  if (parent.type === "CallExpression" || parent["superClass"] === node) return "dereferenced";
  if (parent.type === "MemberExpression" && parent["object"] === node)
    return parent["optional"] === true ? "read" : "dereferenced";
  return "read";
}

function isWithin(scopes: Scopes, tests: ReadonlySet<SyntaxNode>): boolean {
  return scopes !== undefined && (tests.has(scopes.node) || isWithin(scopes.around, tests));
}

function syntaxOf(node: SyntaxNode): string | undefined {
  const regex = node["regex"];
  if (
    node.type === "Literal" &&
    typeof regex === "object" &&
    regex !== null &&
    "pattern" in regex &&
    "flags" in regex
  )
    return syntaxOfPattern(String(regex.pattern), String(regex.flags));
  if (
    (node.type === "NewExpression" || node.type === "CallExpression") &&
    nameOf(node["callee"]) === "RegExp"
  ) {
    const [pattern, flags] = nodesIn(node["arguments"]).map(textOf);
    return syntaxOfPattern(pattern ?? "", flags ?? "");
  }
  return SYNTAX[node.type];
}

function syntaxOfPattern(pattern: string, flags: string): string | undefined {
  if (/\(\?<[=!]/u.test(pattern)) return "javascript.regular_expressions.lookbehind_assertion";
  if (/\(\?[ims-]+:/u.test(pattern)) return "javascript.regular_expressions.modifier";
  return flags.includes("v") ? "javascript.builtins.RegExp.unicodeSets" : undefined;
}

function isFunction({ type }: SyntaxNode): boolean {
  return /^(?:Arrow)?Function/u.test(type);
}

function isCondition({ type }: SyntaxNode): boolean {
  return type === "IfStatement" || type === "ConditionalExpression" || type === "LogicalExpression";
}

/** Whether an identifier is only the name of a property. */
function isKey(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent.type === "MemberExpression") return parent["property"] === node && parent["computed"] === false;
  if (/^(?:Property|MethodDefinition|PropertyDefinition)$/u.test(parent.type))
    return parent["key"] === node && parent["computed"] === false && parent["shorthand"] !== true;
  return /^(?:Export|Import)Specifier$|^(?:Labeled|Break|Continue)Statement$|^MetaProperty$/u.test(
    parent.type,
  );
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const nodesIn = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const name in node) {
    const value = node[name];
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === "Identifier" ? String(node["name"]) : undefined;
}

/** The text of a string literal, or of a template without values. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  const [only, ...others] = node.type === "TemplateLiteral" ? nodesIn(node["quasis"]) : [];
  const value = others.length === 0 ? only?.["value"] : undefined;
  return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : undefined;
}

const lastName = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
