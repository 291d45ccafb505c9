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

const asCurl = 'copy its requests as curl commands, and import these';

/** A line that begins a request in several formats. */
const requestLine = /^[A-Z]+ https?:\/\/\S+/m;

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
  {
    name: 'an Insomnia export',
    has: [/"__export_format"\s*:|^type\s*:\s*["']?\w+\.insomnia\.rest\//m],
    next: 'export it from Insomnia as HAR, and import the new file',
  },
  {
    name: 'a request of Bruno',
    has: [/^meta\s*\{/m, /^[ \t]*seq[ \t]*:/m],
    next: 'export the collection from Bruno as a Postman collection, and import the new file',
  },
  {
    name: 'a Charles session',
    has: [/^\s*\[\s*\{\s*"status"\s*:/, /"protocolVersion"\s*:/],
    next: 'export it from Charles as an HTTP archive (.har), and import the new file',
  },
  {
    name: 'a Postman environment',
    has: [/"_postman_variable_scope"\s*:/],
    next: 'import the collection, and give its variables with -P NAME=value',
  },
  { name: 'a Thunder Client collection', has: [/"client(Name)?"\s*:\s*"Thunder Client"/], next: asCurl },
  { name: 'a Hoppscotch collection', has: [/^\s*[{[]/, /"endpoint"\s*:/, /"authType"\s*:/], next: asCurl },
  {
    name: 'a Hurl file',
    has: [requestLine, /^HTTP(\/[\d.]+)? (\d{3}|\*)[ \t]*$/m],
    next: '`hurl --curl FILE` writes it as curl commands, which `downpour import` reads',
  },
  {
    name: 'a file of HTTP requests',
    has: [/^###|^[A-Z]+ \S+ HTTP\/[\d.]+[ \t]*$/m, requestLine],
    next: asCurl,
  },
  { name: 'a file of vegeta targets', has: [/^[A-Z]+ https?:\/\/\S+[ \t]*$/m] },
  {
    name: 'a web page',
    has: [/^\s*<(!doctype\s+html|html)\b/i],
    next: '`downpour init ADDRESS` writes a first document for its address',
  },
];
