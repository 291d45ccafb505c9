import type { ApiDocument } from '../../lib/contract/document.ts';
import document from '../../schema/openapi.json' with { type: 'json' };
import { publicOperation } from './pipeline/public-operation.ts';
import type { Headers, Reply } from './pipeline/types.ts';

type Format = 'json' | 'yaml' | 'html';

export const handler = publicOperation('openapi', async ({ query, headers }) => {
  const format = query.format ?? formatOf(headers);
  return { ...(await replies[format]()), statusCode: 200 };
});

const replies: Readonly<Record<Format, () => Promise<Reply>>> = {
  json: async () => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(document) }),
  yaml: async () => {
    const { contractYaml } = await import('./openapi/contract-yaml.ts');
    return { headers: { 'content-type': 'application/yaml' }, body: contractYaml() };
  },
  html: async () => {
    const { contractPage } = await import('../../lib/contract/page.ts');
    return {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      },
      body: contractPage(document as unknown as ApiDocument),
    };
  },
};

/**
 * The first format that the caller accepts. Browsers name HTML. Programs name JSON or any type, and get YAML,
 * which is usual for OpenAPI.
 */
function formatOf({ accept = '' }: Headers): Format {
  for (const [type = ''] of accept.split(',').map((each) => each.trim().split(';'))) {
    if (type === 'text/html') return 'html';
    if (/[/+]json$/.test(type)) return 'json';
    if (/[/+]yaml$/.test(type)) return 'yaml';
  }
  return 'yaml';
}
