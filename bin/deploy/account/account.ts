import { type ReadConcurrency, readConcurrency } from './concurrency.ts';
import { type RequestQuota, requestQuota } from './quota.ts';
import { type ReadUsage, readUsage } from './usage.ts';

/** The questions that `npm run deploy` asks about an account and region before it changes anything. */
export type Account = {
  readonly concurrency: ReadConcurrency;
  readonly usage: ReadUsage;
  readonly requestQuota: RequestQuota;
};

/** The account of the credentials that the CDK uses. */
export const account: Account = { concurrency: readConcurrency, usage: readUsage, requestQuota };
