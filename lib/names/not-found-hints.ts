/** For each kind of record, the next step when a record does not exist or the caller may not see it. */
export const lists = {
  changes: 'list the changes that you may see with GET /api/alerting/changes',
  labels: 'list the labels that you may see with GET /api/schema/allLabels',
  schemas: 'list the schemas that you may see with GET /api/schema',
  tests: 'list the tests that you may see with GET /api/test',
  transformers: 'list the transformers that you may see with GET /api/schema/allTransformers',
} as const;
