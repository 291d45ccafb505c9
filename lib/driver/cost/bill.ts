import { taskMemoryMbCore } from '../../facts/fargate.ts';
import { listPrices } from '../../facts/prices.ts';
import type { Bill } from '../model/plan.ts';
import type { Usage } from './usage.ts';

export const billOf = (usage: Usage): Bill => ({
  drives: usage.gbSeconds * listPrices.gbSecondDollars + (usage.taskCoreHours ?? 0) * taskCoreHourDollars,
  functions:
    usage.controlGbSeconds * listPrices.gbSecondDollars + usage.invocations * listPrices.invocationDollars,
  stateMachine: usage.transitions * listPrices.transitionDollars,
  tables: usage.tableWrites * listPrices.tableWriteDollars + usage.tableReads * listPrices.tableReadDollars,
  objects:
    usage.objectWrites * listPrices.objectWriteDollars + usage.objectReads * listPrices.objectReadDollars,
  traffic: (usage.bytesOut / bytesGb) * listPrices.egressGbDollars,
});

export const totalOf = (bill: Bill): number => Object.values(bill).reduce((sum, dollars) => sum + dollars, 0);

/** The price of one processor of a Fargate task for an hour, together with the memory that belongs to it. */
export const taskCoreHourDollars =
  listPrices.taskCoreHourDollars + (taskMemoryMbCore / 1024) * listPrices.taskGbHourDollars;

const bytesGb = 1024 ** 3;

/** The costs that the bill of a run leaves out, in words for people. */
export const leftOut: readonly string[] = [
  'calls of the API that start and watch the run',
  'logs',
  'storage after the run',
  'a NAT gateway or a private link, where the deployment has one',
  'free tiers, discounts and taxes',
];
