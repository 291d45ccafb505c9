import { queueMonthDollars, sweepMonthDollars } from '../../lib/cloud/idle-cost.ts';
import { leftOut } from '../../lib/driver/cost/bill.ts';
import { taskSecondsMin, taskStartS } from '../../lib/facts/fargate.ts';
import { coreMemoryMb } from '../../lib/facts/memory.ts';
import { listPrices, serverPrices } from '../../lib/facts/prices.ts';
import { resultsApi } from '../../lib/functions/results-api.ts';
import { workQueues } from '../../lib/functions/spec.ts';
import { workFunctions } from '../../lib/functions/work.ts';
import { bytes, dollars, exactly } from '../../lib/report/units.ts';
import { listLimits } from '../../lib/repository/search/limits.ts';
import { searchLimits } from '../../lib/results/run-search/limits.ts';
import { code, table } from '../generate/markdown.ts';
import { filledPage } from './blocks.ts';
import { listedRuns, listRows } from './cost/list-requests.ts';
import { searchedRuns, searchRows } from './cost/searches.ts';
import {
  billionRows,
  cheaperFromS,
  exampleRuns,
  executorRows,
  hoursMonth,
  natGbOfSavings,
  queryRows,
  runRow,
  storesMs,
} from './cost/tables.ts';

/** The page docs/cost.md. */
export const costPage = async (): Promise<string> =>
  filledPage('cost.md', {
    ...numbers,
    ...prices,
    runs: table(
      [
        ...['run', 'requests', 'drives', 'other functions', 'state machine', 'tables and objects'],
        ...['traffic', 'all'],
      ],
      exampleRuns.map(runRow),
    ),
    executors: table(
      ['a phase lasts', 'functions of Lambda', 'tasks of Fargate', 'cheaper', 'Lambda / Fargate'],
      executorRows(),
    ),
    billion: table(
      [
        ...['requests/s of a shard', 'shards for an hour', 'Downpour', 'generators for that hour'],
        ...['generators for a month', 'runs a month from which generators cost less'],
      ],
      billionRows(),
    ),
    queries: table(
      ['run document', 'filter', 'a million filters', 'search', 'a million searches', 'a month as a server'],
      queryRows(),
    ),
    lists: table(['one call', 'read units', 'ms', 'a million calls'], listRows()),
    searches: table(
      ['search', 'documents read (GETs)', 'replies', 'read units', 'seconds of a function', 'price'],
      await searchRows(),
    ),
  });

/**
 * The CPU time in which a process loads the bundle of `api/pages`, without the start of Node itself. It is
 * the median of 11 processes of Node 24.21 on an AMD EPYC, 2026-11-27.
 */
const pagesLoadMs = 25;
const pagesMemoryMb = resultsApi.find(({ name }) => name === 'api/pages')?.memoryMb ?? 0;
const pagesColdMs = (pagesLoadMs * coreMemoryMb) / pagesMemoryMb;
const pagesColdDollars = (pagesMemoryMb / 1024) * (pagesColdMs / 1000) * listPrices.gbSecondDollars;

/** Numbers of the code within the sentences of the page. */
const numbers = {
  excluded: leftOut.join('; '),
  storesMs: `${storesMs}`,
  listedRuns: exactly(listedRuns),
  sortedRunsMax: exactly(listLimits.sortedRunsMax),
  searchedRuns: exactly(searchedRuns),
  searchRuns: exactly(searchLimits.searchRuns),
  searchBytes: bytes(searchLimits.searchBytes),
  bloomFilterBytesMax: bytes(searchLimits.bloomFilterBytesMax),
  queues: `${workQueues.length}`,
  pagesLoad: `${pagesLoadMs}`,
  pagesMemory: `${pagesMemoryMb}`,
  pagesCold: exactly(Math.round(pagesColdMs)),
  pagesColdMillion: dollars(1e6 * pagesColdDollars),
  tags: ['service', 'stack', 'stage', 'owner'].map(code).join(', '),
};

const [, sweep] = workFunctions;
const perGb = (amount: number): string => `$${amount}`;

const prices = {
  asOf: listPrices.asOf,
  natGb: perGb(listPrices.natGbDollars),
  natMonth: dollars(listPrices.natMonthDollars + listPrices.addressMonthDollars),
  taskHour: `$${listPrices.taskCoreHourDollars}`,
  taskGbHour: `$${listPrices.taskGbHourDollars}`,
  taskStartS: `${taskStartS}`,
  taskSecondsMin: `${taskSecondsMin}`,
  cheaperFromS: `${cheaperFromS()}`,
  natGbOfSavings: natGbOfSavings().toFixed(1),
  generatorMonth: dollars(serverPrices.generatorHourDollars * hoursMonth),
  serverMonth: dollars(serverPrices.repositoryMonthDollars),
  queueMonth: dollars(queueMonthDollars),
  queueMillion: dollars(1e6 * (listPrices.queueRequestDollars + listPrices.queueTurnDollars)),
  queueTurnMillion: dollars(1e6 * listPrices.queueTurnDollars),
  sweepMonth: dollars(sweepMonthDollars(sweep.memoryMb)),
  tableGb: dollars(listPrices.tableGbMonthDollars),
  tableHistoryGb: dollars(listPrices.tableHistoryGbMonthDollars),
  objectGb: perGb(listPrices.objectGbMonthDollars),
  logGb: dollars(listPrices.logGbDollars),
  alarmMonth: dollars(listPrices.alarmMonthDollars),
  dashboardMonth: dollars(listPrices.dashboardMonthDollars),
  metricMonth: dollars(listPrices.metricMonthDollars),
  webAclMonth: dollars(listPrices.webAclMonthDollars),
  webAclRuleMonth: dollars(listPrices.webAclRuleMonthDollars),
  secretsMonth: dollars(2 * listPrices.secretMonthDollars),
  webAclMillion: dollars(1e6 * listPrices.webAclRequestDollars),
  distributionMillion: dollars(1e6 * listPrices.distributionRequestDollars),
  endpointMonth: dollars(listPrices.endpointMonthDollars),
  restMillion: dollars(1e6 * listPrices.restRequestDollars),
  httpMillion: dollars(1e6 * listPrices.apiRequestDollars),
};
