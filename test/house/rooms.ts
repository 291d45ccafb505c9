/**
 * A room is a group of folders. This table has the imports that each room may have, and the tests in this
 * folder check them. To allow another import, change the row here, and give the reason in the commit.
 */
export type Room = {
  readonly name: string;
  /**
   * Beginnings of the paths of the room's files. When several rooms fit a path, the longest beginning
   * decides.
   */
  readonly at: readonly string[];
  /** Rooms from which this room may import values. A room may always import its own files. */
  readonly imports: readonly string[];
  /** Rooms (groups of source folders) from which this room may import only types. */
  readonly types?: readonly string[];
  /** Exceptions to `types`: files from which the room may also import values. */
  readonly values?: readonly string[];
  /** Packages that this room may import. `*` means each package that `keepers` does not restrict. */
  readonly packages: readonly string[];
  /** True: the code gets clock, randomness, files and sockets as arguments, and imports none of them. */
  readonly pure?: true;
  /** The room runs in browsers, so it imports no module of Node. */
  readonly browser?: true;
  /** The advice that the message about a forbidden import gives. */
  readonly instead: string;
};

/** The modules that every room may import: the contracts, and the types that are generated from them. */
const contracts = [
  'schema',
  'errors',
  'facts',
  'words',
  'code of checks',
  'metric names',
  'function list',
  'api types',
  'cors',
  'route keys',
  'contract',
];
const rooms = [
  'project',
  'driver',
  'results',
  'repository',
  'store',
  'http client',
  'names',
  'functions',
  'routes',
  'pipeline',
  'driver functions',
  'work functions',
  'cloud',
  'local',
  'state machine',
  'bundler',
  'timetable',
  'detection',
  'import',
  'report',
  'addresses',
  'web',
  'pages function',
  'client',
];

export const house: readonly Room[] = [
  {
    name: 'errors',
    at: ['lib/errors.ts', 'lib/open-files-error.ts'],
    imports: [],
    packages: [],
    pure: true,
    instead: 'it is imported by everyone, so it imports nothing',
  },
  {
    name: 'facts',
    at: ['lib/facts/', 'lib/quotas.ts', 'lib/schema-uris.ts'],
    imports: [],
    packages: [],
    pure: true,
    instead: 'it is imported by everyone, so it imports nothing',
  },
  {
    name: 'raw-json',
    at: ['lib/raw-json.d.ts'],
    imports: [],
    packages: [],
    pure: true,
    instead: 'it declares what Node has and its types lack',
  },
  {
    name: 'words',
    at: ['lib/words.ts'],
    imports: [],
    packages: [],
    pure: true,
    instead: 'messages on both sides of every border are counted in it, so it imports nothing',
  },
  {
    name: 'code of checks',
    at: ['lib/ajv-code.ts'],
    imports: [],
    packages: [],
    pure: true,
    instead: 'each compiler of a schema changes its code with it, so it imports nothing',
  },
  {
    name: 'metric names',
    at: ['lib/metrics.ts'],
    imports: [],
    packages: [],
    pure: true,
    instead: 'functions, infrastructure and docs read it, so it imports nothing',
  },
  {
    name: 'function list',
    at: ['lib/functions.ts', 'lib/functions/', 'lib/state-machine-definitions.ts'],
    imports: ['facts'],
    packages: [],
    pure: true,
    instead: 'it is imported by everyone, so it imports nothing',
  },
  {
    name: 'api types',
    at: ['lib/api.generated.ts'],
    imports: [],
    packages: [],
    pure: true,
    instead: 'it is generated: change bin/generate.ts',
  },
  {
    name: 'client',
    at: ['lib/client/'],
    imports: [],
    types: ['api types'],
    packages: [],
    browser: true,
    instead: 'it runs wherever there is fetch, so that a page and a program need nothing else',
  },
  {
    name: 'names',
    at: ['lib/names/'],
    imports: [],
    packages: [],
    pure: true,
    instead: 'both sides of every border read it, so it imports nothing',
  },
  {
    name: 'cors',
    at: ['lib/cors.ts'],
    imports: ['errors'],
    packages: [],
    pure: true,
    instead: 'the stack and the local gateway read it, so it imports nothing',
  },
  {
    name: 'contract',
    at: ['lib/contract/'],
    imports: ['api types'],
    packages: ['ajv'],
    pure: true,
    instead: 'it turns the contract of the API into a page and into checks of requests',
  },
  {
    name: 'route keys',
    at: ['lib/router.ts'],
    imports: [],
    packages: [],
    pure: true,
    instead: 'the local gateway and families of routes read it, so it imports nothing',
  },
  {
    name: 'project',
    at: ['lib/project.ts'],
    imports: [],
    packages: [],
    instead: 'it says where the project lies, so it imports nothing of it',
  },
  {
    name: 'bundler',
    at: ['lib/bundle.ts', 'lib/bundle/'],
    // A bundle contains compiled checks of requests and documents, so the bundler may import the folders with
    // the sources of these checks.
    imports: ['function list', 'errors', 'words', 'code of checks', 'project', 'api types', 'contract'],
    types: ['driver'],
    values: ['lib/driver/document/compile-schema.ts'],
    packages: ['esbuild', '@whatwg-node/disposablestack', 'ajv'],
    instead: 'it knows only files and esbuild; code that needs bundles calls it from bin or lib/local',
  },
  {
    name: 'driver',
    at: ['lib/driver/'],
    imports: contracts,
    packages: [
      'ajv',
      'ajv-formats',
      'fastest-levenshtein',
      'fflate',
      'hdr-histogram-js',
      'htmlparser2',
      'infinispan',
      'jks-js',
      'node-forge',
      're2js',
      'tough-cookie',
      'yaml',
    ],
    pure: true,
    instead: 'take it as an argument; functions/, lib/local and bin wire the real one in',
  },
  {
    name: 'results',
    at: ['lib/results/'],
    imports: contracts,
    packages: [
      'ajv',
      'ajv-draft-04',
      'ajv-formats',
      'jsonpath-plus',
      'quickjs-emscripten-core',
      '@jitl/*',
      're2js',
    ],
    pure: true,
    instead: 'take it as an argument; functions/, lib/local and bin wire the real one in',
  },
  {
    name: 'repository',
    at: ['lib/repository/'],
    imports: [...contracts, 'names', 'results', 'detection'],
    types: ['store'],
    packages: [],
    pure: true,
    instead:
      'its rules are written against the tables and objects that they are handed; functions/ wires the real ones in',
  },
  {
    name: 'detection',
    at: ['lib/detection/'],
    imports: ['words'],
    packages: [],
    pure: true,
    instead:
      'it turns numbers into changes of their level: the repository keeps both, and hands it the numbers',
  },
  {
    name: 'timetable',
    at: ['lib/timetable/'],
    imports: ['words'],
    packages: ['croner', 'fastest-levenshtein'],
    pure: true,
    instead: 'it turns an expression into instants: who makes and fires schedules asks it',
  },
  {
    name: 'import',
    at: ['lib/import/'],
    imports: ['words'],
    packages: ['jsonc-parser', 'openapi-sampler', 're2js', 'yaml'],
    pure: true,
    instead:
      'it turns text into text: bin reads and writes the files, and a test holds its documents to the driver',
  },
  {
    name: 'report',
    at: ['lib/report/'],
    imports: [...contracts, 'driver'],
    // The module with the page's script and styles. A build replaces it by a module with the finished text.
    types: ['bundler'],
    values: ['lib/bundle/browser/page-assets.ts'],
    packages: ['@opentelemetry/*', 'fast-xml-parser', 'fflate', 'uplot'],
    pure: true,
    instead: 'it turns run documents into what people and tools read: bin reads and writes the files',
  },
  {
    name: 'web',
    at: ['lib/web/'],
    imports: ['client', 'report', 'errors', 'words', 'schema', 'addresses'],
    types: ['api types', 'driver'],
    packages: ['preact', '@preact/signals', 'uplot'],
    browser: true,
    instead:
      'it runs in a browser: it has no node module, no driver and no store, and only its data/ calls the API',
  },
  {
    name: 'addresses',
    at: ['lib/web/addresses/table.ts'],
    imports: [],
    packages: [],
    pure: true,
    instead: 'the pages and the function that serves them read it, so it imports nothing',
  },
  {
    name: 'http client',
    at: ['lib/http-client/'],
    // The driver has the check of addresses against forbidden networks, which this room uses.
    imports: ['driver', 'names'],
    packages: ['undici'],
    instead: 'it calls servers and knows nothing of what they are asked: bin and functions hand it that',
  },
  {
    name: 'store',
    at: ['lib/store/'],
    imports: [...contracts, 'names'],
    types: ['driver', 'results', 'repository'],
    // The limits of results are defined once, and the store needs one of them.
    values: ['lib/results/limits.ts'],
    packages: ['@aws-sdk/*', '@smithy/*'],
    instead:
      'a store keeps documents and decides nothing: import types, and leave decisions to driver and results',
  },
  {
    name: 'functions',
    at: ['functions/'],
    // `import` names the tool of a text that a person pastes in place of a document.
    imports: [
      ...contracts,
      'names',
      'timetable',
      'driver',
      'results',
      'repository',
      'store',
      'http client',
      'import',
    ],
    packages: ['@aws-sdk/client-*'],
    instead: 'it opens what routes and driver functions share, and knows neither of them',
  },
  {
    name: 'pipeline',
    at: ['functions/api/pipeline/'],
    imports: [...contracts, 'names', 'results', 'repository', 'store', 'http client', 'functions'],
    // ajv validates requests against schema/openapi.json.
    packages: ['@middy/*', 'ajv', 'aws-lambda', 'jose', 'negotiator'],
    instead: 'it is the same for every route: what one of them needs goes into its file',
  },
  {
    name: 'pages function',
    at: ['functions/api/pages.ts', 'functions/api/pages/'],
    imports: [...contracts, 'names', 'functions', 'routes', 'pipeline', 'addresses'],
    // This module may be imported as code, because it builds the pages in tests. In a bundle, a module with
    // the finished pages replaces it.
    values: ['lib/bundle/browser/web-assets.ts'],
    types: ['bundler'],
    packages: ['@types/aws-lambda', 'aws-lambda'],
    instead: 'it serves files and knows no record',
  },
  {
    name: 'routes',
    at: ['functions/api/'],
    imports: [
      ...contracts,
      'names',
      'timetable',
      'driver',
      'results',
      'repository',
      'detection',
      'report',
      'store',
      'functions',
    ],
    types: ['pipeline'],
    values: [
      'router',
      'operation',
      'public-operation',
      'replies/reply',
      'replies/page-reply',
      'replies/removal-reply',
      'replies/large-reply',
      'accepted-format',
      'authentication/known-keys',
      'authentication/known-users',
      'authentication/password-grant',
    ].map((name) => `functions/api/pipeline/${name}.ts`),
    // yaml: the contract as YAML. busboy: uploads as forms. hyparquet-writer: label values as Parquet files.
    packages: ['yaml', 'busboy', 'hyparquet-writer'],
    instead:
      'a route parses, calls, answers; it shares files of functions/ with the driver functions, and declares itself with operation.ts or public-operation.ts of the pipeline',
  },
  {
    name: 'work functions',
    at: ['functions/work/'],
    imports: [...contracts, 'names', 'results', 'repository', 'store', 'functions'],
    packages: ['aws-lambda'],
    instead: 'it hands messages to lib/repository/work, where the decisions are',
  },
  {
    name: 'driver functions',
    at: ['functions/driver/'],
    imports: [...contracts, 'names', 'timetable', 'driver', 'results', 'repository', 'store', 'functions'],
    // The state Merge stores a small document for comparisons next to the run.
    types: ['report'],
    values: ['lib/report/comparison/runs/measured-document.ts'],
    packages: ['aws-lambda'],
    instead: 'what routes need too lies in functions/, the rest in driver, results or store',
  },
  {
    name: 'cloud',
    at: ['lib/cloud/'],
    imports: [...contracts, 'names'],
    packages: ['aws-cdk-lib', 'constructs', 'fastest-levenshtein'],
    instead: 'infrastructure names functions by path and takes bundles as an argument',
  },
  {
    name: 'construct',
    at: ['lib/cdk/'],
    imports: ['cloud', 'project'],
    packages: ['constructs'],
    instead: 'lib/cdk only gives the construct of lib/cloud the bundles of the installed package',
  },
  {
    name: 'state machine',
    at: ['lib/local/state-machine/interpreter/'],
    imports: ['errors', 'facts'],
    packages: ['jsonata'],
    pure: true,
    instead: 'one machine and the simulation of bursts run it, each with a clock and services of its own',
  },
  {
    name: 'local',
    at: ['lib/local/'],
    imports: [...contracts, 'names', 'timetable', 'project', 'bundler', 'state machine'],
    // The state machine that stops bursts writes an item without a function. Here it uses the client of the
    // stores.
    types: ['store'],
    values: ['lib/store/item-updates.ts'],
    packages: ['aws-lambda', 'dynalite'],
    instead: 'one machine as a cloud speaks the protocols of AWS; it knows functions by their bundles only',
  },
  {
    name: 'bin',
    at: ['bin/'],
    imports: [...contracts, ...rooms, 'examples'],
    packages: ['*'],
    instead: 'bin starts what other rooms hold; nothing else may import bin',
  },
  {
    name: 'examples',
    at: ['examples/'],
    imports: [],
    packages: ['downpour', 'aws-cdk-lib'],
    instead: 'an example is independent, so that a user can copy it',
  },
  {
    name: 'test',
    at: ['test/'],
    imports: [...contracts, ...rooms, 'bin', 'examples', 'bench'],
    packages: ['*'],
    instead: 'nothing but tests imports a test',
  },
  {
    name: 'bench',
    at: ['bench/'],
    imports: [...contracts, ...rooms, 'bin', 'examples'],
    packages: ['*'],
    instead: 'nothing but benchmarks imports a benchmark',
  },
  { name: 'schema', at: ['schema/'], imports: [], packages: [], instead: 'schema holds contracts, no code' },
];

/** A package that only some files may import, regardless of the rules of their room. */
export type Keeper = {
  readonly packages: readonly string[];
  readonly only: readonly string[];
  readonly instead: string;
};

export const keepers: readonly Keeper[] = [
  {
    packages: ['undici'],
    only: ['lib/http-client/', 'bench/', 'test/'],
    instead: 'send load through the pools of lib/driver/http, and all other requests through lib/http-client',
  },
  {
    packages: ['tough-cookie'],
    only: ['lib/driver/http/', 'bench/', 'test/'],
    instead: 'ask the cookie jar of lib/driver/http/cookies',
  },
  {
    packages: ['infinispan'],
    only: ['lib/driver/hotrod/', 'test/'],
    instead: 'send requests through the caches of lib/driver/hotrod',
  },
  {
    packages: ['jks-js', 'node-forge'],
    only: ['lib/driver/http/tls/', 'test/'],
    instead: 'ask lib/driver/http/tls for what a store holds',
  },
  {
    packages: ['jsonpath-plus'],
    only: ['lib/results/query/jsonpath/', 'bench/', 'test/'],
    instead: 'ask lib/results/query, which checks the grammar before anything is evaluated',
  },
  {
    packages: ['jose'],
    only: ['token-verifier', 'own-tokens']
      .map((name) => `functions/api/pipeline/authentication/${name}.ts`)
      .concat('test/'),
    instead: 'ask functions/api/pipeline/authentication, which loads it for the first token',
  },
  {
    packages: ['hyparquet-writer'],
    only: ['functions/api/values/value-parquet.ts', 'test/'],
    instead: 'ask functions/api/values/value-parquet.ts, which loads it for the first file',
  },
  {
    packages: ['@middy/*'],
    only: ['functions/api/pipeline/pipeline.ts', 'test/'],
    instead: 'add the middleware in functions/api/pipeline/pipeline.ts',
  },
  {
    packages: ['@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner', '@aws-sdk/*dynamodb', '@smithy/*'],
    only: ['lib/store/', 'bench/', 'test/'],
    instead: 'add the question to a store of lib/store',
  },
  {
    packages: ['@aws-sdk/client-sfn'],
    only: [
      'functions/burst-machine.ts',
      'functions/region-machines.ts',
      'bin/deploy/account/',
      'bench/',
      'test/',
    ],
    instead:
      'call functions/burst-machine.ts or region-machines.ts: only functions talk to Step Functions, and the deployment before there is an API; people go through the API',
  },
  {
    packages: ['@aws-sdk/client-sqs'],
    only: ['lib/store/queue/client.ts', 'test/'],
    instead: 'let work become due with lib/repository/work, which sends what has been written',
  },
  {
    packages: ['@aws-sdk/client-scheduler'],
    only: ['functions/scheduler.ts', 'test/'],
    instead: 'call functions/scheduler.ts: only functions make schedules; people go through the API',
  },
  {
    packages: ['aws-cdk-lib', 'constructs', 'cdk-nag'],
    only: ['lib/cloud/', 'lib/cdk/', 'bin/cdk-app.ts', 'test/cloud/', 'examples/cdk/'],
    instead: 'describe infrastructure in lib/cloud',
  },
  {
    packages: ['esbuild'],
    only: ['lib/bundle/', 'bench/', 'test/'],
    instead: 'call bundleFunctions of lib/bundle.ts',
  },
];

/**
 * Modules of Node that give access to a clock, to files or to other machines. A pure room may not import
 * them.
 */
export const worldlyModules: readonly string[] = [
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'fs',
  'http',
  'http2',
  'https',
  'net',
  'os',
  'perf_hooks',
  'process',
  'timers',
  'tls',
  'worker_threads',
];

/** Functions of these modules that only compute. A pure room may import them. */
export const harmlessNames: Readonly<Record<string, readonly string[]>> = {
  net: ['BlockList', 'isIP', 'isIPv4', 'isIPv6'],
};

/** Folders of pure rooms that may import sockets of Node, because their code sends the load. */
export const socketRooms: readonly string[] = ['lib/driver/http/'];
export const socketModules: readonly string[] = ['net', 'tls', 'dns'];

/**
 * Globals that a pure room may not use, because they read or change the outside world. `instead` is the
 * advice in the message of the test.
 */
export const worldlyUses: readonly { readonly use: RegExp; readonly instead: string }[] = [
  { use: /^process\.hrtime$/, instead: 'take a clock as an argument' },
  {
    use: /^process\b(?!\.hrtime)/,
    instead: 'take the setting as an argument: functions/, lib/local and bin read the environment',
  },
  { use: /^performance\b/, instead: 'take a clock as an argument' },
  {
    use: /^(setTimeout|setInterval|setImmediate|queueMicrotask|AbortSignal\.timeout|Atomics\.wait(Async)?)$/,
    instead: 'wait with the clock (lib/driver/clock.ts) that comes as an argument',
  },
  { use: /^Date\.now$/, instead: 'take a clock or an instant as an argument' },
  { use: /^(Date|Date\(\)|new Date\(\))$/, instead: 'take a clock or an instant as an argument' },
  {
    use: /^Math\.random$/,
    instead: 'take a source of randomness as an argument, so that a seed repeats a run',
  },
];

/** Functions that call a server without lib/http-client, and the rooms that may not use them. */
export const otherClients = {
  use: /^fetch$/,
  /** The functions of node:http and node:https. */
  names: ['request', 'get', 'Agent'],
  rooms: (room: Room): boolean =>
    !['test', 'bench', 'examples', 'http client', 'client', 'web'].includes(room.name),
  instead: 'call servers with lib/http-client',
} as const;
