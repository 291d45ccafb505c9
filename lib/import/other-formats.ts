/** A file that is no benchmark document. */
export type OtherFormat = {
  /** The name of the format, such as `a k6 script`. */
  readonly name: string;
  /** True if `downpour import` reads the format. */
  readonly isImported: boolean;
  /** The next action for a file that `downpour import` does not read. */
  readonly next: string;
};

/** Recognises a file of another tool by text that only such files have. Undefined for other texts. */
export function otherFormat(text: string): OtherFormat | undefined {
  const found = formats.find(({ has }) => has.every((pattern) => pattern.test(text)));
  if (found === undefined) return undefined;
  const { name, isImported = false, next = 'docs/migrate.md has documents for users of such tools' } = found;
  return { name, isImported, next };
}

type Known = {
  readonly name: string;
  readonly has: readonly RegExp[];
  readonly isImported?: true;
  readonly next?: string;
};

/** Each pattern reads a text once: a document may begin with thousands of empty lines or comments. */
const formats: readonly Known[] = [
  { name: 'an OpenAPI description', has: [/^["']?(openapi|swagger)["']?[ \t]*:/m], isImported: true },
  { name: 'an OpenAPI description', has: [/^\s*\{\s*"(openapi|swagger)"\s*:/], isImported: true },
  { name: 'a browser recording (HAR)', has: [/^\s*\{\s*"log"\s*:/, /"entries"\s*:/], isImported: true },
  {
    name: 'a Postman collection',
    has: [/^\s*\{/, /"https:\/\/schema\.(get)?postman\.com\/[^"]*collection/],
    isImported: true,
  },
  { name: 'a file of curl commands', has: [/^([ \t]*(#.*)?\r?\n)*[ \t]*(\$ )?curl\s/], isImported: true },
  { name: 'a k6 script', has: [/\b(from|require\()\s*['"]k6(\/[\w/]+)?['"]/] },
  { name: 'a JMeter test plan', has: [/<jmeterTestPlan\b/] },
  { name: 'a Gatling simulation', has: [/\bextends\s+Simulation\b|:\s*Simulation\(\)/] },
  { name: 'a Gatling simulation', has: [/\bfrom\s*['"]@gatling\.io\/core['"]/] },
  { name: 'a Locust file', has: [/^(from|import)\s+locust\b/m] },
  { name: 'an Artillery script', has: [/^config\s*:/m, /^scenarios\s*:/m] },
  { name: 'a Lua script of wrk', has: [/^[ \t]*wrk\.\w+[ \t]*=|\breturn[ \t]+wrk\.\w+/m] },
  { name: 'a file of vegeta targets', has: [/^[A-Z]+ https?:\/\/\S+[ \t]*$/m] },
  {
    name: 'a web page',
    has: [/^\s*<(!doctype\s+html|html)\b/i],
    next: '`downpour init ADDRESS` writes a first document for its address',
  },
];
