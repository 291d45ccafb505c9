import { kinds } from '../../../lib/driver/scenario/registry.ts';
import { code, fenced, page } from '../../generate/markdown.ts';
import { kindSection, kindsIn, overview, partSection, processorsOnly } from './kinds.ts';
import type { Group } from './setting.ts';

/** Parts of handlers, on this page. */
export const partsOfHandlers = ['requestHandler'];

/** docs/handlers.md */
export const handlersPage = (): string =>
  page(
    'Handlers',
    `What is done with the response of an [\`httpRequest\`](steps.md#httprequest): its status, its headers, its body, and the
bytes on the connection. What an *error* is stands under [steps](steps.md).`,
    fenced('yaml', example),
    ...partSection('requestHandler', '`handler` of a request'),
    '## Status handlers',
    'Called once with the status, before the headers.',
    ...group('statusHandler'),
    '## Header handlers',
    'Called with each header line, before the body. Names arrive in lower case.',
    ...group('headerHandler'),
    '## Body handlers',
    `Also called processors: they take the body as it arrives, or what another processor has found in it.`,
    overview('processor', processorsOnly),
    `Every action is one as well. It runs once for each value: ${[...kinds.action.values()]
      .filter(({ name }) => !processorsOnly.some((processor) => processor.name === name))
      .map(({ name }) => `[${code(name)}](steps.md#${name.toLowerCase()})`)
      .join(', ')}.`,
    ...processorsOnly.flatMap((kind) => kindSection('processor', kind, '###')),
    '## Transformers',
    'What stands in a JSON document in the place of a match, below `replace` of [`json`](#json).',
    ...group('transformer'),
    '## Raw-bytes handlers',
    rawBytes,
    ...group('rawBytesHandler'),
  );

const example = `scenario:
  - main:
      - httpRequest:
          GET: /products/7
          handler:
            status:
              range: 200
            header:
              filter: { header: content-length, processor: { storeInt: length } }
            body:
              - json: .priceCents -> price
              - json: { query: .name, processor: { log: it has a name } }
            onCompletion:
              log: "\${price} cents in \${length} bytes"`;

const group = (name: Group): readonly string[] => [
  overview(name),
  ...kindsIn(name).flatMap((kind) => kindSection(name, kind, '###')),
];

const rawBytes = `The bytes of a request are those that its connection has carried since the request before it ended, heads included and
over TLS without the encryption. With pipelining, bytes of a later request may stand with an earlier one; the sums are exact.`;
