import type { RunDocument } from '../../driver/run/document.ts';

/** For the test reports of Jenkins, GitLab and whoever else reads JUnit XML. */
export const junit = {
  name: 'junit',
  extension: 'xml',
  summary: 'limits as tests, for the test reports of Jenkins, GitLab and others',
  write: async (run: RunDocument): Promise<string> => (await import('./junit/xml.ts')).junitXml(run),
};
