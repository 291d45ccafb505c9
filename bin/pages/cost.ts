import { queueMonthDollars, sweepMonthDollars } from '../../lib/cloud/idle-cost.ts';
import { leftOut } from '../../lib/driver/cost/bill.ts';
import { listPrices, serverPrices } from '../../lib/facts.ts';
import { workQueues } from '../../lib/functions/spec.ts';
import { workFunctions } from '../../lib/functions/work.ts';
import { bytes, dollars, exactly } from '../../lib/report/units.ts';
import { limits } from '../../lib/results/limits.ts';
import { searchLimits } from '../../lib/results/run-search/limits.ts';
import { code, page, table } from '../generate/markdown.ts';
import { listedRuns, listRows } from './cost/lists.ts';
import { searchedRuns, searchRows } from './cost/searches.ts';
import { billionRows, exampleRuns, queryRows, runRow, storesMs } from './cost/tables.ts';

/** docs/cost.md */
export async function costPage(): Promise<string> {
  const { asOf, alarmMonthDollars, dashboardMonthDollars, metricMonthDollars, logGbDollars } = listPrices;
  const { objectGbMonthDollars, tableGbMonthDollars, tableHistoryGbMonthDollars } = listPrices;
  return page(
    'Cost',
    `Every price here is computed by the code that estimates runs, from AWS's list prices of us-east-1 on ${asOf}. Free tiers
would make all of them smaller. On one machine nothing is charged.`,
    '## A run',
    `\`downpour plan FILE\` shows the price before, the headline of \`downpour run\` what a deployed burst has taken so far, and the
member \`cost\` of the [run document](run.md) what it took: the drives' time, the requests and the bytes of their bodies are
measured, the rest follows from them.`,
    `A drive is one processor (1.73 GB) from its invocation to its end, which is its segment and about 15 seconds to get ready
and to let users leave. Tables are written twice a second by each drive. A request is taken to put 400 bytes on the wire
beside its body. Not in the price: ${leftOut.join('; ')}.`,
    table(
      [
        'run',
        'requests',
        'drives',
        'other functions',
        'state machine',
        'tables and objects',
        'traffic',
        'all',
      ],
      exampleRuns.map(runRow),
    ),
    `Traffic is what goes to the internet from the region of the deployment. A target in the same region takes less, or nothing;
through a NAT gateway each GB takes ${perGb(listPrices.natGbDollars)} more.`,
    '## A billion requests',
    `By how many requests a shard sends per second, beside always-on generators (\`c7g.large\`, two processors,
${dollars(serverPrices.generatorHourDollars * 730)} a month each) that send as many per processor. Traffic is the same for both and is left out.`,
    table(
      [
        ...['requests/s of a shard', 'shards for an hour', 'here', 'generators for that hour'],
        ...['generators for a month', 'runs a month from which generators take less'],
      ],
      billionRows(),
    ),
    '## A million filter queries',
    `One processor each and an answer of a kilobyte. A filter is answered from a column of the index, a search (\`$..name\`) reads
the whole run; the milliseconds are the CPU that a warm function was measured to take, and ${storesMs} more are charged while it
waits for its stores. The server beside it is a pair of small machines for the application and its database,
${dollars(serverPrices.repositoryMonthDollars)} a month however few queries come; the last column says how many filters a month would take as much here.`,
    table(
      ['run document', 'filter', 'a million filters', 'search', 'a million searches', 'a month as a server'],
      queryRows(),
    ),
    `## A list of ${exactly(listedRuns)} runs`,
    `Measured: what one call reads of the table, and how long it takes where the repository is on one machine. A list by its start, its
ids or a schema costs what it shows, with its total, however many runs there are. Another column reads all of them, and is refused
(\`SORT_TOO_LARGE\`) above ${exactly(limits.sortedRunsMax)}.`,
    table(['one call', 'read units', 'ms', 'a million calls'], listRows()),
    `## A search through ${exactly(searchedRuns)} runs`,
    `Of 40 kB each, followed to its end (\`GET /api/run/list?query=...&cursor=\`, \`downpour runs --query\`). One reply looks at
${exactly(searchLimits.searchRuns)} runs and reads ${bytes(searchLimits.searchBytes)} of documents. Beside each run that is uploaded with up to
${bytes(searchLimits.bloomFilterBytesMax)} lie the names and values of its document as a filter of bits, so only those are read that may have what is
searched for, and about one in a hundred of the others. Runs without such words, and searches that need none (\`!\`, regular
expressions without a name, \`$.*\`), read all. A search of one test walks that test alone.`,
    table(
      [
        'what is searched for',
        'documents read (GETs)',
        'replies',
        'read units',
        'seconds of a function',
        'price',
      ],
      await searchRows(),
    ),
    '## Idle',
    `Between runs a deployment asks its queues for work, and looks once a minute for work that was lost. Nothing else computes.
\`npm run deploy\` shows the sum before it creates anything. What a deployment takes while nobody uses it:`,
    table(
      ['part', 'a month'],
      [
        ['functions of the API and of bursts, state machine, HTTP API', 'nothing'],
        [
          'queues',
          `${dollars(queueMonthDollars)} for each of ${workQueues.length}: Lambda asks them all the time`,
        ],
        ['`work/sweep`, once a minute', `about ${dollars(sweepMonthDollars(sweep.memoryMb))}`],
        [
          'tables',
          `nothing but ${dollars(tableGbMonthDollars)} for each GB: about 5 kB for each run; with \`data=keep\` ${dollars(tableHistoryGbMonthDollars)} more for their history`,
        ],
        [
          'bucket',
          `nothing but ${perGb(objectGbMonthDollars)} for each GB: a run document takes as much as was uploaded, a burst's partials go after 30 days; with \`data=keep\` what was overwritten or deleted stays for 90 days more`,
        ],
        ['logs', `nothing but ${dollars(logGbDollars)} for each GB that is written`],
        [
          'alarms',
          `${dollars(alarmMonthDollars)} for each metric that they look at: one that adds up several takes as many`,
        ],
        ['dashboard', `${dollars(dashboardMonthDollars)}; the first three of an account are free`],
        ['metrics', `${dollars(metricMonthDollars)} each in months with runs, nothing in others`],
      ],
    ),
    `Everything carries the tags ${['service', 'stack', 'stage', 'owner'].map(code).join(', ')}: activate them as cost allocation tags in the billing console, and
the Cost and Usage Report tells what each deployment took.`,
  );
}

const [, sweep] = workFunctions;
const perGb = (amount: number): string => `$${amount}`;
