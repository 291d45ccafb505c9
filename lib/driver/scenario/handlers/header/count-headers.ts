import type { ExtensionName } from '../../../model/metric-extension.ts';
import { headerHandler } from '../../kind.ts';

export const countHeaders = headerHandler({
  name: 'countHeaders',
  summary: 'Counts the header lines of responses by name in the group `countHeaders` of the statistics.',
  example: 'countHeaders: {}',
  cost: 'One count in the statistics for each header line, found by its name.',
  atError: 'It never fails.',
  fields: {},
  compile: () => () => ({
    header: (request, name) => request.count(group, name, 1),
  }),
});

const group: ExtensionName = { key: 'countHeaders', type: 'counters' };
