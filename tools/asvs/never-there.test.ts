import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSources, ROOT } from "../layers.ts";

/** Production code of the server, without tests and test support. */
const sources = [...readSources()].filter(
  ([path]) => /^(?:apps|packages)\//u.test(path) && !/\.test\.tsx?$|\/testing\//u.test(path),
);
const server = sources.filter(([path]) => path.startsWith("apps/server/src/"));
const browser = sources.filter(([path]) => /^apps\/(?:player|desk)\/src\/|^packages\/ui\//u.test(path));

/** Lines without comments that match. */
function linesWith(files: typeof sources, pattern: RegExp): string[] {
  return files.flatMap(([path, text]) =>
    text
      .split("\n")
      .filter((line) => !/^\s*(?:\/\/|\*|\/\*)/u.test(line) && pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

interface Package {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
}
const lock: { readonly packages: Readonly<Record<string, Package>> } = JSON.parse(
  readFileSync(join(ROOT, "package-lock.json"), "utf8"),
);
const packages = Object.entries(lock.packages).filter(([path]) => path.includes("node_modules/"));
const installed = packages.filter(([, { dev, link }]) => dev !== true && link !== true).map(([path]) => path);

describe("what does not apply", () => {
  test.each([
    ["LDAP", /ldap/iu],
    ["XML, XPath, SAML and SOAP", /xml(?!-name)|xpath|saml|soap|\bsax\b/iu],
    ["LaTeX", /latex|\btex\b/iu],
    ["memcache", /memcache|memjs/iu],
    ["templates made at run time", /handlebars|mustache|\bejs\b|\bpug\b|nunjucks|\beta\b/iu],
    ["Markdown, BBCode and rich text", /markdown|\bmarked\b|bbcode|quill|tiptap|ckeditor|tinymce/iu],
    ["GraphQL", /graphql|apollo/iu],
    ["WebSocket", /(?:^|\/)ws$|websocket|socket\.io|primus/iu],
    ["OAuth and OpenID Connect", /oauth|openid|\boidc\b|passport|auth0|keycloak/iu],
    ["WebRTC, TURN and SRTP", /webrtc|peerjs|simple-peer|mediasoup|\bturn\b|\bstun\b|srtp/iu],
    ["archives that are unpacked", /unzip|adm-zip|yauzl|jszip|tar-stream|(?:^|\/)tar$|7z|\brar\b/iu],
    ["an HTTP client", /axios|node-fetch|\bgot\b|superagent|(?:^|\/)undici$|(?:^|\/)request$/iu],
  ])("%s: no such package is installed", (_what, name) => {
    expect(installed.length).toBeGreaterThan(100);
    expect(installed.filter((path) => name.test(path.slice(path.lastIndexOf("node_modules/"))))).toEqual([]);
  });

  test("the server calls only addresses of its settings, and of devices only those at push services that settings name", () => {
    const calls =
      /\bfetch\(|\.request\(|\bhttps?\.get\(|from "(?:node:)?(?:https|http2|tls|dgram)"|new (?:WebSocket|EventSource)\(/u;
    // The provider of identities and the registers of the licence, whose addresses are settings; and push services, whose
    // hosts are. No redirect is followed.
    const asking = linesWith(server, calls).map((line) => line.split(":")[0]);
    expect(new Set(asking)).toEqual(
      new Set(["apps/server/src/http/outside-line.ts", "apps/server/src/push/push-transport.ts"]),
    );
    // Besides, the server connects only to the database and the mail server, both named by settings.
    const connecting = linesWith(server, /from "(?:pg|nodemailer)"/u).map((line) => line.split(":")[0]);
    expect(new Set(connecting.map((path) => path?.split("/").slice(0, 4).join("/")))).toEqual(
      new Set(["apps/server/src/db", "apps/server/src/mail"]),
    );
  });

  test("pages accept messages only from their own origin", () => {
    expect(
      linesWith(
        browser,
        /window\.addEventListener\("message"|\.onmessage\b|(?:parent|opener|top)\.postMessage/u,
      ),
    ).toEqual([]);
    expect(linesWith(browser, /window\.open\((?!.*noopener)|document\.domain|document\.cookie/u)).toEqual([]);
  });

  test("no page has a plug-in, and all scripts are files of the server", () => {
    expect(
      linesWith(
        browser,
        /<(?:object|embed|applet|iframe)\b|createElement\("(?:object|embed|iframe|script)"/u,
      ),
    ).toEqual([]);
    for (const app of ["player", "desk"]) {
      const page = readFileSync(join(ROOT, `apps/${app}/index.html`), "utf8");
      expect([app, page.match(/(?:src|href)="(?:https?:)?\/\/[^"]*"/gu)]).toEqual([app, null]);
    }
  });
});

describe("what is never done", () => {
  test("no text is evaluated as code", () => {
    expect(linesWith(sources, /\beval\(|new Function\(|from "node:vm"|setTimeout\(\s*["'`]/u)).toEqual([]);
  });

  test("no text is parsed as markup", () => {
    expect(
      linesWith(
        browser,
        /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|DOMParser/u,
      ),
    ).toEqual([]);
  });

  test("only the database folder starts programs, and no text is run as a command", () => {
    expect(
      linesWith(server, /\bexec(?:Sync|File)?\(|shell:\s*true/u).filter((line) => !/\.exec\(/u.test(line)),
    ).toEqual([]);
    const starting = linesWith(server, /from "node:child_process"/u).map((line) => line.split(":")[0] ?? "");
    expect(starting.filter((path) => !path.startsWith("apps/server/src/db/cluster/"))).toEqual([]);
  });

  test("a regular expression is built from text in one place only, from paths of the contract", () => {
    const made = linesWith([...server, ...browser], /new RegExp\(/u).map((line) => line.split(":")[0]);
    expect(made).toEqual(["apps/server/src/http/bindings.ts"]);
  });

  test("values are never interpolated into SQL: statements are composed of constants of the code", () => {
    const filled = server.flatMap(([path, text]) =>
      [...text.matchAll(/(?:client|tx|db|pool)\.query(?:<[^>]*>)?\(\s*`[^`]*\$\{/gu)].map(() => path),
    );
    // Roles, the database and the channel of the operator's notices are constants of the code.
    expect(new Set(filled)).toEqual(
      new Set(["apps/server/src/db/cluster/create-roles.ts", "apps/server/src/db/database.ts"]),
    );
  });

  test("comparisons are strict, except with null", () => {
    const loose = linesWith(sources, /[^=!<>]==[^=]|[^!]!=[^=]/u).filter(
      (line) =>
        !/[!=]=\s*null\b/u.test(line) && /\.tsx?: (?!.*["'`].*[!=]=.*["'`])(?!.*\/.*[!=]=.*\/)/u.test(line),
    );
    expect(loose.filter((line) => !/sql`|SELECT|WHERE/u.test(line))).toEqual([]);
  });

  test("only algorithms of the inventory are used", () => {
    const named = sources.flatMap(([, text]) =>
      [
        ...text.matchAll(
          /create(?:Hash|Hmac|Cipheriv|Decipheriv)\("([\w-]+)"|hashArgon2\("(\w+)"|namedCurve: "([\w-]+)"|name: "(AES-\w+|RSA\S*|HMAC)"|subtle\.digest\("([\w-]+)"/gu,
        ),
      ].map((match) => match.slice(1).find((part) => part !== undefined) ?? ""),
    );
    expect(new Set(named)).toEqual(
      new Set(["sha256", "SHA-256", "sha384", "aes-256-gcm", "AES-GCM", "argon2id"]),
    );
    expect(
      linesWith(sources, /\b(?:md5|sha1|des-|rc4|-ecb|-cbc|pkcs1|publicEncrypt|scryptSync|pbkdf2)/iu),
    ).toEqual([]);
  });

  test("no key, password or token is in the source tree", () => {
    expect(
      linesWith(sources, /-----BEGIN (?:EC |RSA )?PRIVATE KEY|\bAKIA[0-9A-Z]{16}\b|ghp_\w{36}|xox[bp]-/u),
    ).toEqual([]);
  });
});

describe("what is installed", () => {
  test("is exactly what the lock file names, each package with its hash and from the npm registry", () => {
    const own = packages.filter(([, { link }]) => link === true);
    expect(own.every(([path]) => path.startsWith("node_modules/@lotus/"))).toBe(true);
    const foreign = packages.filter(([, { link }]) => link !== true);
    expect(
      foreign.filter(([, { integrity }]) => integrity?.startsWith("sha512-") !== true).map(([path]) => path),
    ).toEqual([]);
    expect(
      foreign.filter(
        ([, { resolved }]) => resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/"),
      ),
    ).toEqual([]);
    expect(
      Object.keys(lock.packages).every(
        (path) => path === "" || /^(?:apps|packages)\/|node_modules\//u.test(path),
      ),
    ).toBe(true);
  });

  test("is pinned to exact versions", () => {
    const pages = ["package.json", ...["player", "desk", "server"].map((app) => `apps/${app}/package.json`)];
    for (const page of pages) {
      const {
        dependencies = {},
        devDependencies = {},
      }: Record<string, Record<string, string>> = JSON.parse(readFileSync(join(ROOT, page), "utf8"));
      const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([name, version]) => !name.startsWith("@lotus/") && !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version),
      );
      expect([page, loose]).toEqual([page, []]);
    }
  });
});
