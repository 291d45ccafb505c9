import { alarmTexts } from '../../lib/cloud/operations/alarm-texts.ts';
import { workDelivery } from '../../lib/facts/work-delivery.ts';
import { metrics } from '../../lib/metrics.ts';
import { environment } from '../../lib/names/environment.ts';
import { code, table } from '../generate/markdown.ts';
import { filledPage } from './blocks.ts';

/** The page docs/operations.md, the runbook. */
export const operationsPage = (): string =>
  filledPage('operations.md', {
    alarms: table(
      ['alarm', 'what it watches'],
      Object.entries(alarmTexts).map(([name, { watches }]) => [`[${name}](#${name.toLowerCase()})`, watches]),
    ),
    'alarm-texts': Object.entries(alarmTexts)
      .map(([name, { meaning, first, next }]) =>
        [`### ${name}`, `**Meaning:** ${meaning}`, `**Do this first:** ${first}`, next].join('\n\n'),
      )
      .join('\n\n'),
    attemptsMax: String(workDelivery.attemptsMax),
    retentionDays: String(workDelivery.retentionDays),
    logLevel: code(environment.logLevel),
    metrics: table(
      ['metric', 'unit', 'by', 'meaning'],
      Object.entries(metrics).map(([name, metric]) => [
        code(name),
        metric.unit.toLowerCase(),
        'dimension' in metric ? code(metric.dimension) : '',
        metric.meaning,
      ]),
    ),
  });
