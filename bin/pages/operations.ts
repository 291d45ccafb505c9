import { alarmTexts } from '../../lib/cloud/operations/alarm-texts.ts';
import { workDelivery } from '../../lib/facts.ts';
import { metrics } from '../../lib/metrics.ts';
import { environment } from '../../lib/store/names/environment.ts';
import { code, fenced, page, table } from '../generate/markdown.ts';

/** docs/operations.md: the runbook. */
export function operationsPage(): string {
  return page(
    'Operations',
    `For whoever keeps a deployment running. The option \`alarmEmail\` is told of alarms; the stack's dashboard shows them all, and
the numbers behind them.`,
    '## When something is wrong',
    `Whatever it is, load comes first: \`downpour stop BURST\` ends one within two seconds, also where no function can run. When nothing
answers, set the reserved concurrency of the function \`driver/drive\` to 0: nothing new starts, and drives that run end with their
segment, after 15 minutes at most.`,
    '## Alarms',
    table(
      ['alarm', 'what it watches'],
      Object.entries(alarmTexts).map(([name, { watches }]) => [`[${name}](#${name.toLowerCase()})`, watches]),
    ),
    ...Object.entries(alarmTexts).map(([name, { meaning, first, next }]) =>
      [`### ${name}`, `**What it means:** ${meaning}`, `**What to do first:** ${first}`, next].join('\n\n'),
    ),
    '## Dead letters',
    `Datasets and label values are made by the function \`work/perform\`, which two queues hand their messages to: \`now\` for new
uploads, \`later\` for what is computed anew. A message that failed ${workDelivery.attemptsMax} times lies among the dead letters of its queue for ${workDelivery.retentionDays} days;
the run that it was for says why. When the reason is gone, send all of them again with the ARN that the stack's output
\`DeadLettersNow\` or \`DeadLettersLater\` has. Each piece of work may be done twice without harm.`,
    fenced('sh', 'aws sqs start-message-move-task --source-arn ARN'),
    `\`work/sweep\` looks each minute for work that no message carries any more, because a function died or the queue could not be
reached, and sends it again.`,
    '## Is it well?',
    `\`downpour doctor\` with \`DOWNPOUR_URL\` and an administrator's key asks a deployment for its quotas, clock and targets and lets it
run a burst of five seconds at itself: that proves that executions start, that task tokens are answered, that functions reach
their stores, and that a run is kept. Behind the burst its drive measures how many requests a second a processor sends in time,
and plans count on that from then on. Run it after each deployment, from the machine that starts bursts: it checks that one too.`,
    '## Logs',
    `Every function has a log group of its own, and writes one JSON object a line: \`timestamp\`, \`level\`, \`message\`, \`function\`,
and what the line is about, as far as it is known: \`burst\`, \`run\`, \`phase\`, \`shard\`, \`segment\`, \`route\`, \`requestId\`. A failure
has \`error\` with \`name\`, \`message\`, \`stack\` and \`cause\`. Requests, headers, documents and parameters are never logged; only what
the step \`log\` of a document prints is. The option \`logLevel\` (${code(environment.logLevel)}) leaves lines out that are less than
it.`,
    'All that went wrong in one burst, in CloudWatch Logs Insights over the log groups of the stack:',
    fenced('', burstQuery),
    'A failed request of the API, by the `requestId` that its caller was shown:',
    fenced('', requestQuery),
    'On one machine the same lines lie in `.downpour/log`.',
    '## Metrics',
    `In the namespace \`Downpour/\` and the name of the stack. Functions write them into their logs in CloudWatch's embedded format,
so no request waits for them.`,
    table(
      ['metric', 'unit', 'by', 'what it is'],
      Object.entries(metrics).map(([name, metric]) => [
        code(name),
        metric.unit.toLowerCase(),
        'dimension' in metric ? code(metric.dimension) : '',
        metric.meaning,
      ]),
    ),
    '## Money',
    `\`driveDollarsPerHour\` raises an alarm within the hour. \`budgetDollarsPerMonth\` makes a budget of everything that carries the
tag \`stack\` of this deployment; activate that tag once in the billing console (Cost allocation tags), else the budget sees
nothing. [Cost](cost.md) says what things take.`,
  );
}

const burstQuery = `fields @timestamp, level, function, phase, shard, message, error.message
| filter burst = "B" and level in ["WARN", "ERROR"]
| sort @timestamp`;

const requestQuery = `fields @timestamp, route, message, error.message, error.cause.message, error.stack
| filter requestId = "R"`;
