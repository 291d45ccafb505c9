import { judging, trusting } from '../../../lib/driver/limits.ts';
import { beyondMin } from '../../../lib/report/page/numbers.ts';
import { bytesMax, smallBytesMax } from '../../../lib/report/page/size.ts';
import { bytes, percent } from '../../../lib/report/units.ts';
import run from '../../../schema/run.schema.json' with { type: 'json' };
import { code, page, table } from '../../generate/markdown.ts';
import { columns } from '../../report/columns.ts';

/** docs/report.md */
export const reportPage = (): string =>
  page(
    'What the report says',
    `\`bin/downpour run FILE\` ends with a table, one row for each phase and metric. On a narrow terminal the less important
columns leave first; all numbers are in [the run document](run.md).`,
    table(
      ['column', 'what it says'],
      columns.map(({ title, meaning }) => [code(title), meaning]),
    ),
    words,
    verdict,
    health,
    below,
    htmlPage(),
  );

const words = `Percentiles are computed from all requests of all shards together, in steps of less than 1 %. They are never averaged.

## Latency

Counts from the instant at which the request *should* have been sent: for a user's first request the planned arrival. When
the target stalls for two seconds, everybody who should have come in these two seconds has waited, and the numbers show it.
Measured from the moment of sending they would look fine. The run document has that time too, as \`serviceTime\`.

## Late

How long after their planned instant users were started, because this machine was busy. It is part of the latency. A few
milliseconds are normal; when \`late p99\` is as large as the latency itself, the numbers say more about the machine that
sends than about the target: use a quieter or larger one, a lower rate, or more shards in the cloud.

## Blocked

How long requests waited for a free connection. There are as many connections as \`sharedConnections\` of the target allows,
over all phases and shards. Waiting is part of the latency. It means either too few connections for the rate, or a target
so slow that all of them are in use: divide the rate by the connections and compare with the latency.`;

const verdict = `## The verdict

${run.properties.state.description}

Where a document names no \`sla\`, a metric may have ${percent(judging.failedRatioMax)} of failed requests
(\`--max-errors\` moves that) and may wait for connections ${percent(judging.blockedRatioMax)} of its time. What the machine
that generates the load has caused is judged first, so that nobody is blamed for it. A script reads the verdict from the
[exit code](exit-codes.md).`;

const htmlPage = (): string => `## The page

\`bin/downpour report RUN -o report.html\` writes the same run as one HTML file. It needs no network, can be mailed or kept as an
artefact of a build, and its first screen needs no script and prints on one page. Read it from the top:

1. The verdict and its reason.
2. Whether the numbers can be trusted: what was asked, sent and answered, and how the machine felt that generated the load. What
   has an exclamation mark speaks against them.
3. The limits, broken ones first, then those that came closest. The stroke on each bar is the limit.
4. Rate, failed requests, p50 and p99 of the whole run without warm-up.
5. The percentile curve of the metric whose limit came closest, with the limit as a stair, or of all requests. Every mark to the
   right is one more nine. The curve ends where fewer than ${beyondMin} requests are left.
6. What was run: definition, target, start (UTC) and seed.

Below it is everything over time on one axis. Points stand at the instant at which a request *should* have been sent, answers at
the one at which they came. The heat map is dark where many requests took as long as that, so that two kinds of answers show as two
bands and a single slow one as a light cell. Stripes at the top mark windows in which a limit was broken, and seconds in which the
generator was not healthy. Drag over a stretch, or select it with shift and the arrow keys and press Enter: all charts show it
alone, and the table of metrics counts it anew. Those percentiles carry a \`~\`, because they are good to about 3 %. A metric opens
with a click: response time beside service time, answers by status, and what each agent saw.

With \`--baseline RUNS|TEST\` the page says too how the run compares with others, named as for \`compare\`: under the verdict the outcome
and its reason, under each of the four numbers its change, on the curve the line of the baseline (the requests of all its runs
together), and a chapter with every metric. A change stands with its interval, or with the words *no interval* where so few runs allow
none; runs that cannot be compared get no numbers beside each other. Its gates are those that [\`compare\`](comparing.md) has by itself. One
run is told from at least 39 others, so with fewer the page shows what changed and that nobody can tell. It does not change the
verdict of the run or the exit code: \`compare\` does that, with several runs of each side.

Nothing is smoothed, gaps stay gaps, and a percentile is left out where less than one request lies beyond it. A page has at most
${bytes(bytesMax)}; a run of ten minutes and 20 metrics ${bytes(smallBytesMax)}. When that is not enough, columns get wider, then metrics lose their
charts, and the page says so.`;

const { causes } = run.properties.health.properties.unhealthy.properties;

const health = `## Seconds that do not count

Each drive watches itself second by second: how late users start, how long its event loop stands still and how much of a
core it uses (${percent(trusting.cpuMax)} is too much), what garbage collections take, how many descriptors are open, and whether the
machine has a processor to spare. ${causes.description}

What all seconds together keep is kept, because a busy generator only makes times longer. A limit that they break is held
against the healthy seconds; when those keep it, the run is inconclusive. It is inconclusive as well when more than
${percent(trusting.unhealthyShareMax)} of its requests fall into unhealthy seconds. A starved generator does not cause bad answers or
refused connections, so these fail a run in any case; only a lack of descriptors excuses them. It can miss that the target
has closed an idle connection, so a \`POST\` that is lost that way does not count in unhealthy seconds. How late is too late
follows what is measured: a quarter of the target's median time, but never less than ${trusting.latenessNsFloor / 1e6} ms.

Users who find all sessions in use wait, and their latency counts from their planned start. Where the drive had CPU to
spare meanwhile, the target was too slow for the session limit; where it had none, the drive was, and more sessions would
not help.

## Stopping early

\`run --stop-on-failure\` does not wait for the end of a phase to judge it: a limit with a \`window\` is judged as soon as a
window is over, on all shards together and on healthy seconds, and so is the share of requests that fail, once it is too
large for chance. Then no more load is sent, phases that have not started are cancelled, and the run is failed. A limit
on waiting for connections, and limits on times without a window, are judged at the end as ever. In a phase of very many
shards windows may be, too: [scale](scale.md#limits-that-are-judged-early) says from how many on.`;

const below = `## Below the table

| line | what it says |
| --- | --- |
| \`status\` | Answers by class of status code: 2xx went well, 3xx was not followed, 4xx and 5xx are invalid unless the document says otherwise. Requests that were sent once more had lost their first connection, or the target had not processed them there: each is one request in the table, and the target may count so many more. Requests that a user's cache answered were not sent. Requests that were cut off had no answer yet when their user had to leave, because the phase or its \`maxDuration\` was over or a step stopped it: they are sent, and neither answered nor failed. Percentiles leave them out; limits of response times count them as long as they waited, where that makes the time longer; a phase that had not one answer has failed. |
| \`counted\` | Exact statuses and headers that handlers counted, by their key. |
| \`bytes\` | Bytes of bodies, received and sent; behind them, by its key, what a \`transferSizeRecorder\` saw on the connection. |
| \`sums\` | What users added up with \`publishGlobalCounters\`, by key and name. |
| \`users\` | How long a user took from start to end of the scenario. |
| \`judged\` | The limits that this run was judged by. |
| \`✗ failed\` | A limit that was broken, or why a phase failed; below it what to \`try\`. |
| \`✓ delivered\` | All users came that the plan had. Otherwise how many of them did, and in which phase. |
| \`! failed requests\` | What the failed requests of a metric are: statuses, timeouts, connection errors. |
| \`✗ error\` | What went wrong while driving, in the words of the system. |
| \`! warning\` | Why the numbers say less about the target than they seem to: late users, a stall, a shard that started late. |`;
