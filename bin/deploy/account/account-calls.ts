import { type JudgeAdopted, judgeAdopted } from '../../../lib/store/adopted/adopted.ts';
import { type CountBursts, countBursts } from './bursts.ts';
import { type ReadConcurrency, readConcurrency } from './concurrency.ts';
import { type DeleteOldVersions, deleteOldVersions } from './old-versions.ts';
import { type ReadUsage, readUsage } from './peak-concurrency.ts';
import { type RequestQuota, requestQuota } from './request-quota.ts';

/**
 * The calls of `npm run deploy` to an AWS account, in addition to those of the CDK. Each call returns its
 * error instead of throwing it.
 */
export type Account = {
  readonly concurrency: ReadConcurrency;
  readonly usage: ReadUsage;
  readonly requestQuota: RequestQuota;
  readonly judgeAdopted: JudgeAdopted;
  readonly countBursts: CountBursts;
  readonly deleteOldVersions: DeleteOldVersions;
};

/** The account of the CDK's credentials. */
export const account: Account = {
  concurrency: readConcurrency,
  usage: readUsage,
  requestQuota,
  judgeAdopted,
  countBursts,
  deleteOldVersions,
};
