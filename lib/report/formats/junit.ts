import type { Format } from './format.ts';

/** For the test reports of Jenkins, GitLab and whoever else reads JUnit XML. */
export const junit: Format = {
  name: 'junit',
  extension: 'xml',
  summary: 'limits as tests, for the test reports of Jenkins, GitLab and others',
  write: async (run) => (await import('./junit/xml.ts')).junitXml(run),
};
