/** A query in the language of every contender. Each contender returns all matches as an array. */
export type Question = {
  readonly jsonPath: string;
  /** The expression for jsonpath-plus, when it differs. */
  readonly jsonPathPlus?: string;
  readonly jq: string;
  readonly sql: string;
  /** An expression of DuckDB's SQL for a list of JSON values of the column `document`. */
  readonly duckdb: string;
};

const extract = (path: string): string => `json_extract(document, '${path}')`;
const results = extract('$.results[*]');

/** The queries. The first use the index, and each later one needs more of the document. */
export const questions: readonly Question[] = [
  { jsonPath: '$.name', jq: '[.name]', sql: '$.name', duckdb: `[${extract('$.name')}]` },
  { jsonPath: '$.*', jq: '[.[]]', sql: '$.*', duckdb: extract('$.*') },
  {
    jsonPath: '$.results[*].value',
    jq: '[.results[].value]',
    sql: '$.results[*].value',
    duckdb: extract('$.results[*].value'),
  },
  {
    jsonPath: '$.results[9000]',
    jq: '[.results[9000:9001][]]',
    sql: '$.results[9000]',
    duckdb: `list_filter([${extract('$.results[9000]')}], lambda one: one IS NOT NULL)`,
  },
  {
    jsonPath: '$.results[?(@.value > 990)].name',
    jq: '[.results[] | select(.value > 990).name]',
    sql: '$.results[*] ? (@.value > 990).name',
    duckdb: `list_transform(list_filter(${results}, lambda one: (one->'$.value')::DOUBLE > 990), lambda one: one->'$.name')`,
  },
  {
    jsonPath: '$..p99',
    jq: '[.. | objects | select(has("p99")).p99]',
    sql: 'strict $.**.p99',
    duckdb: extract('$..p99'),
  },
  {
    jsonPath: '$.results[*].tags[-1]',
    jsonPathPlus: '$.results[*].tags[-1:]',
    jq: '[.results[].tags[-1]]',
    sql: '$.results[*].tags[last]',
    duckdb: extract('$.results[*].tags[#-1]'),
  },
  {
    jsonPath: "$.results[?search(@.name, '^request-1')].value",
    jsonPathPlus: '$.results[?(@.name.match(/^request-1/))].value',
    jq: '[.results[] | select(.name | test("^request-1")).value]',
    sql: '$.results[*] ? (@.name like_regex "^request-1").value',
    duckdb: `list_transform(list_filter(${results}, lambda one: regexp_matches(one->>'$.name', '^request-1')), lambda one: one->'$.value')`,
  },
  {
    jsonPath: 'lax $.results[*].stats.mean',
    jsonPathPlus: '$.results[*].stats.mean',
    jq: '[.results[].stats.mean]',
    sql: '$.results[*].stats.mean',
    duckdb: extract('$.results[*].stats.mean'),
  },
  {
    jsonPath: 'strict $.**.p99',
    jsonPathPlus: '$..p99',
    jq: '[.. | objects | select(has("p99")).p99]',
    sql: 'strict $.**.p99',
    duckdb: extract('$..p99'),
  },
];
