import { required } from '../../../declaration/field.ts';
import { name } from '../../../declaration/scalars.ts';
import type { ExtensionName } from '../../../model/metric-extension.ts';
import { rawBytesHandler } from '../../kind.ts';

export const transferSizeRecorder = rawBytesHandler({
  name: 'transferSizeRecorder',
  summary:
    'Adds up the bytes that were sent and received, headers included, in the group `key` of the statistics.',
  example: 'transferSizeRecorder: { key: transfer }',
  cost: 'Two additions to the statistics for each request.',
  atError: 'It never fails; a request that was lost counts with the bytes that it did move.',
  fields: { key: required(name('Name of the two sums in the statistics.', 'transfer')) },
  needs: 'key, the name of its sums',
  check(body, at, scope) {
    if (!taken.includes(body.key)) return body;
    scope.findings.error(
      [...at, 'key'],
      `'${body.key}' is a reserved name in the statistics (reserved: ${taken.join(', ')})`,
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
});

/**
 * Names that groups of counts in the run document already have, with another meaning or shape. A document
 * must not use them.
 */
const taken: readonly string[] = ['http', 'bytes', 'exact_status', 'countHeaders'];
