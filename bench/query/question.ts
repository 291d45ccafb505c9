/** A query in the language of every contender. Each contender returns all matches as an array. */
export type Question = {
  readonly jsonPath: string;
  /** The expression for jsonpath-plus, when it differs. */
  readonly jsonPathPlus?: string;
  readonly jq: string;
  readonly sql: string;
};

/** The queries that use the index, then those that need more and more of the document. */
export const questions: readonly Question[] = [
  { jsonPath: '$.name', jq: '[.name]', sql: '$.name' },
  { jsonPath: '$.*', jq: '[.[]]', sql: '$.*' },
  { jsonPath: '$.results[*].value', jq: '[.results[].value]', sql: '$.results[*].value' },
  { jsonPath: '$.results[9000]', jq: '[.results[9000:9001][]]', sql: '$.results[9000]' },
  {
    jsonPath: '$.results[?(@.value > 990)].name',
    jq: '[.results[] | select(.value > 990).name]',
    sql: '$.results[*] ? (@.value > 990).name',
  },
  { jsonPath: '$..p99', jq: '[.. | objects | select(has("p99")).p99]', sql: 'strict $.**.p99' },
  {
    jsonPath: '$.results[*].tags[-1]',
    jsonPathPlus: '$.results[*].tags[-1:]',
    jq: '[.results[].tags[-1]]',
    sql: '$.results[*].tags[last]',
  },
  {
    jsonPath: "$.results[?search(@.name, '^request-1')].value",
    jsonPathPlus: '$.results[?(@.name.match(/^request-1/))].value',
    jq: '[.results[] | select(.name | test("^request-1")).value]',
    sql: '$.results[*] ? (@.name like_regex "^request-1").value',
  },
  {
    jsonPath: 'lax $.results[*].stats.mean',
    jsonPathPlus: '$.results[*].stats.mean',
    jq: '[.results[].stats.mean]',
    sql: '$.results[*].stats.mean',
  },
  {
    jsonPath: 'strict $.**.p99',
    jsonPathPlus: '$..p99',
    jq: '[.. | objects | select(has("p99")).p99]',
    sql: 'strict $.**.p99',
  },
];
