import { readOptions } from '../../lib/cloud/options/read.ts';
import {
  type ReservedOptions,
  reservable,
  reservedFor,
  reservedWithin,
  roomFor,
} from '../../lib/cloud/options/reserved-concurrency.ts';
import { planning } from '../../lib/driver/planning/limits.ts';
import { parseCeilings } from '../../lib/driver/planning/parse-ceilings.ts';
import { DownpourError } from '../../lib/errors.ts';
import { exactly } from '../../lib/report/units.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Account } from './account/account-calls.ts';
import { quotaFor } from './account/request-quota.ts';
import type { Chosen } from './ask-options.ts';
import { firstLine, refuseRejected } from './aws-configuration.ts';
import type { Flags } from './flags.ts';
import { isYes, type Prompt } from './prompt.ts';

/**
 * The AWS account, and the terminal at which a person decides whether other functions may get less
 * concurrency.
 */
type Deciding = { readonly account: Account; readonly prompt?: Prompt | undefined };

/**
 * Adds the reserved concurrency to the options of a stage. The options that the user set are kept. The stage
 * may reserve concurrency that no function has reserved, and the part that it has reserved before.
 * @throws DownpourError `CONCURRENCY_SHORT` (409) when the account has too little to reserve, which
 * CloudFormation would report only in the middle of the deployment; `CONCURRENCY_USED` (409) when other
 * functions would get less than they used; `CREDENTIALS_MISSING` (400) when AWS rejects the credentials.
 */
export async function withReservation(
  chosen: Chosen,
  flags: Flags,
  { account, prompt }: Deciding,
  say: Terminal,
): Promise<Chosen> {
  const { options, known } = chosen;
  const limits = await account.concurrency(options.region);
  refuseRejected(limits);
  if (limits instanceof Error) {
    if (options.concurrency === undefined) say.say(...unknownLines(limits));
    return chosen;
  }
  const before = Number(known.deployed?.outputs.Reserved ?? 0);
  const free = limits.unreserved + before;
  const first = remembering(chosen, { concurrency: options.concurrency ?? free });
  const { sum } = reservedFor(readOptions(first.options));
  if (sum > reservable(free)) throw short(sum, free);
  if (free > first.options.concurrency)
    say.say(
      `The account now allows ${exactly(free)} executions at once; deploy with --forget concurrency to use all of them.`,
    );
  // If the deployment reserves no more than before, other functions lose nothing, so their usage is not read.
  const used = sum <= before ? undefined : await account.usage(options.region);
  if (used instanceof Error) say.say(unseenLine(used));
  const decided =
    typeof used === 'number'
      ? await leavingRoom(first, { free, used }, flags.yes ? undefined : prompt)
      : first;
  await offerQuota(decided, { limit: limits.limit, free }, flags, { account, prompt }, say);
  return decided;
}

type Known = Chosen & { readonly options: { readonly concurrency: number } };

/** Adds the computed reservation to the stored options, so that the next deployment reserves the same. */
const remembering = (chosen: Chosen, found: { readonly concurrency: number } & ReservedOptions): Known => ({
  ...chosen,
  known: { ...chosen.known, options: { ...chosen.known.options, ...found } },
  options: { ...chosen.options, ...found },
});

type Room = { readonly free: number; readonly used: number };

/**
 * Reserves less concurrency if the person at the terminal agrees. Other functions can then run as many
 * executions as before.
 */
async function leavingRoom(chosen: Known, { free, used }: Room, prompt: Prompt | undefined): Promise<Known> {
  const { options } = chosen;
  const most = free - roomFor(used);
  const { sum } = reservedFor(options);
  if (sum <= most) return chosen;
  const { concurrency = options.concurrency, driveConcurrency } = reservedWithin(most, options);
  const why = `other Lambda functions of the account used up to ${exactly(used)} concurrent executions in the last 14 days, but this deployment would leave them only ${exactly(free - sum)} of ${exactly(free)}`;
  const fitting = `--drive-concurrency ${driveConcurrency}${concurrency === options.concurrency ? '' : ` --concurrency ${concurrency}`}`;
  if (prompt !== undefined && (await isYes(prompt, `${upper(why)}. Reserve less (${fitting})?`)))
    return remembering(chosen, { concurrency, driveConcurrency });
  throw new DownpourError(
    'CONCURRENCY_USED',
    409,
    `${why}; use ${fitting}, or ask AWS for more with --request-quota, or deploy into a separate account`,
  );
}

/** Shows which bursts are too large for the account, and requests a larger quota if the person wants it. */
async function offerQuota(
  { options, known }: Known,
  { limit, free }: { readonly limit: number; readonly free: number },
  { requestQuota, yes }: Flags,
  { account, prompt }: Deciding,
  say: Terminal,
): Promise<void> {
  const { shardsMax } = parseCeilings(options.ceilings ?? '');
  const { drives } = reservedFor(options);
  const most = drives > 0 ? drives : Math.max(0, free - planning.controlAtOnce);
  if (shardsMax <= most) return;
  const wanted = quotaFor(shardsMax, limit, free);
  say.say(
    `The ceiling of this stage is ${exactly(shardsMax)} shards for a burst, but only ${exactly(most)} can run at once, because the account allows ${exactly(limit)} executions. Downpour refuses larger bursts.`,
    `${exactly(shardsMax)} shards need a quota of ${exactly(wanted)} executions, because half of them are reserved for load generators (drives). To ask AWS for this quota, add --request-quota.`,
  );
  const isNew = known.deployed === undefined && prompt !== undefined && !yes;
  const isWanted =
    requestQuota ??
    (isNew &&
      (await isYes(prompt, `Ask AWS to raise the quota from ${exactly(limit)} to ${exactly(wanted)}?`)));
  if (!isWanted) return;
  const answer = await account.requestQuota(options.region, wanted);
  say.say(
    answer instanceof Error
      ? `The quota was not requested: ${firstLine(answer)}`
      : `AWS has the request for ${exactly(wanted)} executions at once (${answer}). When AWS grants the request, deploy with --forget concurrency.`,
  );
}

const unknownLines = (error: Error): string[] => [
  `The concurrency limit of the account is unknown (${firstLine(error)}), so Downpour reserves no executions for load generators (drives) and for the functions that stop them;`,
  'set the limit with --concurrency N.',
];

const unseenLine = (error: Error): string =>
  `CloudWatch does not report how many executions other functions use (${firstLine(error)}): check that enough executions remain for these functions.`;

function short(sum: number, free: number): DownpourError {
  return new DownpourError(
    'CONCURRENCY_SHORT',
    409,
    `${exactly(sum)} executions would be reserved, but the account has only ${exactly(reservable(free))} left: ` +
      'other functions have reserved more, or the account allows less than before; use --forget concurrency, or a smaller --drive-concurrency',
  );
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
