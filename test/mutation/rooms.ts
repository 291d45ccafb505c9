/** A part of the product whose mutants are counted together. */
export type Room = {
  readonly name: string;
  /** Beginnings of the paths in this room. For a path in several rooms, the longest beginning decides. */
  readonly at: readonly string[];
};

const folder = (name: string): Room => ({ name, at: [`${name}/`] });

/**
 * The product's folders, each as a room (a group that is counted together). A new folder must be added here
 * or to `unjudged`.
 */
export const rooms: readonly Room[] = [
  ...[
    'model',
    'document',
    'benchmark',
    'arrivals',
    'scenario',
    'planning',
    'judging',
    'progress',
    'schedule',
    'session',
    'http',
    'request',
    'hotrod',
    'sharing',
    'driving',
    'conducting',
    'statistics',
    'run',
  ].map((name) => folder(`lib/driver/${name}`)),
  { name: 'lib/driver', at: ['lib/driver/'] },
  ...['json', 'run-index', 'run-search'].map((name) => folder(`lib/results/${name}`)),
  { name: 'lib/results', at: ['lib/results/'] },
  { name: 'lib/results/query', at: ['lib/results/query/'] },
  ...['jsonpath', 'sql', 'planner'].map((name) => folder(`lib/results/query/${name}`)),
  folder('lib/store'),
  folder('lib/local'),
  folder('lib/cloud'),
  folder('lib/import'),
  folder('lib/report'),
  ...['ports', 'records', 'work', 'pipeline', 'reading', 'search', 'bundles'].map((name) =>
    folder(`lib/repository/${name}`),
  ),
  ...['repository', 'detection', 'timetable', 'bundle', 'functions', 'contract', 'client', 'web'].map(
    (name) => folder(`lib/${name}`),
  ),
  { name: 'lib', at: ['lib/'] },
  folder('functions'),
  folder('functions/api'),
  folder('functions/driver'),
  { name: 'bin', at: ['bin/'] },
];

/** Groups of rooms or files for which a higher share of detected mutants is required. */
export const groups: readonly Room[] = [
  { name: 'engine', at: ['lib/driver/session/', 'lib/driver/http/', 'lib/driver/driving/'] },
  { name: 'store', at: ['lib/store/'] },
  {
    name: 'access rules',
    at: [
      'lib/results/access.ts',
      'lib/results/identity/api-key.ts',
      'functions/api/pipeline/authentication/authenticate.ts',
      'functions/api/pipeline/operation.ts',
      'lib/driver/planning/targets/allow-list.ts',
    ],
  },
];

/**
 * Code that is not judged: generated types, and the programs that write the pages of `docs/` and the package.
 * JSON is not judged either. Tests read it as data, so the coverage does not show which tests use it.
 */
const unjudged = [
  'lib/api.generated.ts',
  'lib/client/raw.generated.ts',
  'bin/docs/',
  'bin/generate',
  'bin/pack.ts',
];

export const isUnjudged = (file: string): boolean =>
  /\.(d\.ts|json)$/.test(file) || unjudged.some((path) => file.startsWith(path));

/** The room of a file. Undefined for a file that is no product code or is not judged. */
export function roomOf(file: string): string | undefined {
  if (isUnjudged(file)) return undefined;
  const fits = rooms.flatMap(({ name, at }) =>
    at.filter((path) => file.startsWith(path)).map((path) => ({ name, path })),
  );
  return fits.sort((a, b) => b.path.length - a.path.length)[0]?.name;
}

export const groupsOf = (file: string): readonly string[] =>
  groups.filter(({ at }) => at.some((path) => file.startsWith(path))).map(({ name }) => name);
