import type { ExtensionName } from '../../../model/extensions.ts';
import type { RawBytesHandler } from '../../../model/handlers.ts';
import { bodyOf, textOf } from '../../fields.ts';
import type { Kind } from '../../kind.ts';

type Body = { readonly key: string };

export const transferSizeRecorder: Kind<Body, RawBytesHandler> = {
  name: 'transferSizeRecorder',
  summary: 'Sums the bytes sent and received, heads included, in the group `key` of the statistics.',
  example: 'transferSizeRecorder: { key: transfer }',
  cost: 'Two additions to the statistics for each request.',
  atError: 'Nothing in it can fail; a request that was lost counts with the bytes that it did move.',
  parse(raw, at, scope) {
    const key = textOf(bodyOf(raw)?.key);
    if (key === undefined || key === '') {
      scope.findings.error(at, 'transferSizeRecorder needs key, the name of its sums');
      return undefined;
    }
    if (!taken.includes(key)) return { key };
    scope.findings.error(
      [...at, 'key'],
      `'${key}' is the name of a group that others fill: ${taken.join(', ')}`,
      "choose another name, such as 'transfer'",
    );
    return undefined;
  },
  compile({ key }) {
    const group: ExtensionName = { key, type: 'transfersize' };
    return (request, sent, received) => {
      request.count(group, 'sent', sent);
      request.count(group, 'received', received);
    };
  },
};

/** Groups of the run document with another meaning or shape. */
const taken: readonly string[] = ['http', 'bytes', 'exact_status', 'countHeaders'];
