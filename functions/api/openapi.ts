import type { ApiDocument } from '../../lib/contract/openapi-types.ts';
import document from '../../schema/openapi.json' with { type: 'json' };
import { acceptedFormat } from './pipeline/accepted-format.ts';
import { publicOperation } from './pipeline/public-operation.ts';
import type { Reply } from './pipeline/types.ts';

type Format = 'json' | 'yaml' | 'html';

export const handler = publicOperation('openapi', async ({ query, headers }) => {
  const format = query.format ?? acceptedFormat(headers, formats);
  return { ...(await replies[format]()), statusCode: 200 };
});

const replies: Readonly<Record<Format, () => Promise<Omit<Reply, 'statusCode'>>>> = {
  json: async () => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(document) }),
  yaml: async () => {
    const { contractYaml } = await import('./openapi/contract-yaml.ts');
    return { headers: { 'content-type': 'application/yaml' }, body: contractYaml() };
  },
  html: async () => {
    const { contractPage } = await import('../../lib/contract/contract-page.ts');
    return {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      },
      body: contractPage(document as unknown as ApiDocument),
    };
  },
};

/**
 * The format of each media type. Browsers prefer HTML. Programs that accept any type get YAML, which is usual
 * for OpenAPI.
 */
const formats: Readonly<Record<string, Format>> = {
  'application/yaml': 'yaml',
  'application/vnd.oai.openapi+yaml': 'yaml',
  'application/json': 'json',
  'application/vnd.oai.openapi+json': 'json',
  'text/html': 'html',
};
