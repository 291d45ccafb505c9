import type { Format } from './format.ts';

/** JUnit XML for the test reports of Jenkins, GitLab and other tools. */
export const junit = {
  name: 'junit',
  extension: 'xml',
  begins: /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*<testsuites /,
  summary: 'limits as tests, for the test reports of Jenkins, GitLab and others',
  write: async (run) => (await import('./junit/xml.ts')).junitXml(run),
} satisfies Format;
