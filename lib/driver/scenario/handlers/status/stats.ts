import type { ExtensionName } from '../../../model/metric-extension.ts';
import { statusHandler } from '../../kind.ts';

export const stats = statusHandler({
  name: 'stats',
  summary: 'Counts every exact status, as `status_200`, in the group `exact_status` of the statistics.',
  example: 'stats: {}',
  cost: 'One count in the statistics for each response. The name of each status is made once for each scenario and shard.',
  atError: 'It never fails.',
  fields: {},
  compile() {
    const names: string[] = [];
    return (request, status) => {
      names[status] ??= `status_${status}`;
      request.count(exactStatus, names[status], 1);
    };
  },
});

const exactStatus: ExtensionName = { key: 'exact_status', type: 'counters' };
