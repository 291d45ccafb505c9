/** A file that is no benchmark document. */
export type OtherFormat = {
  /** The name of the format, such as `a k6 script`. */
  readonly name: string;
  /** True if `downpour import` reads the format. */
  readonly isImported: boolean;
};

/** Recognises a file of another tool by text that only such files have. Undefined for other texts. */
export function otherFormat(text: string): OtherFormat | undefined {
  const found = formats.find(({ has }) => has.every((pattern) => pattern.test(text)));
  return found === undefined ? undefined : { name: found.name, isImported: found.isImported ?? false };
}

type Known = {
  readonly name: string;
  readonly has: readonly RegExp[];
  readonly isImported?: true;
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
  { name: 'a Gatling simulation', has: [/\bextends\s+Simulation\b/] },
  { name: 'a Locust file', has: [/^(from|import)\s+locust\b/m] },
  { name: 'an Artillery script', has: [/^config\s*:/m, /^scenarios\s*:/m] },
  { name: 'a Lua script of wrk', has: [/^[ \t]*wrk\.\w+[ \t]*=|\breturn[ \t]+wrk\.\w+/m] },
  { name: 'a web page', has: [/^\s*<(!doctype\s+html|html)\b/i] },
];
