import type { Concurrency } from '../../functions/account.ts';
import { readOptions } from '../../lib/cloud/options/read.ts';
import { reservable, reservedFor } from '../../lib/cloud/options/reserved.ts';
import { DownpourError } from '../../lib/errors.ts';
import { exactly } from '../../lib/report/units.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Chosen } from './choose-options.ts';
import { refuseRejected } from './configuration.ts';

/** Reads the concurrency limits of an account. Returns the error when AWS does not report them. */
export type ReadConcurrency = (region: string | undefined) => Promise<Concurrency | Error>;

/** Reads the limits with the credentials that the CDK uses. */
export const readConcurrency: ReadConcurrency = async (region) => {
  const { GetAccountSettingsCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  const client = new LambdaClient({ ...(region === undefined ? {} : { region }), maxAttempts: 2 });
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    const { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved } = AccountLimit ?? {};
    return limit === undefined ? new Error('Lambda did not say') : { limit, unreserved: unreserved ?? limit };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    client.destroy();
  }
};

/**
 * The options of a stage with the concurrency of its account. Options of the user remain. The stage may
 * reserve the unreserved part of the limit and the part that it has reserved before.
 *
 * @throws DownpourError `CONCURRENCY_SHORT` (409) when the account has too little to reserve, which
 *   CloudFormation would report only in the middle of the deployment; `CREDENTIALS_MISSING` (400) when AWS
 *   rejects the credentials.
 */
export async function withConcurrency(chosen: Chosen, read: ReadConcurrency, say: Terminal): Promise<Chosen> {
  const { options, known } = chosen;
  const account = await read(options.region);
  refuseRejected(account);
  if (account instanceof Error) {
    if (options.concurrency === undefined) say.say(...unknownLines(account));
    return chosen;
  }
  const free = account.unreserved + Number(known.deployed?.outputs.Reserved ?? 0);
  const concurrency = options.concurrency ?? free;
  const settled = readOptions({ ...options, concurrency });
  const { sum } = reservedFor(settled);
  if (sum > reservable(free)) throw short(sum, free);
  if (free > concurrency)
    say.say(
      `The account allows ${exactly(free)} executions at once now; --forget concurrency uses all of them.`,
    );
  return {
    ...chosen,
    known: { ...known, options: { ...known.options, concurrency } },
    options: { ...options, concurrency },
  };
}

const unknownLines = ({ message }: Error): string[] => [
  `The concurrency limit of the account is unknown (${message.split('\n', 1)[0]}), so nothing is reserved for drives and for the functions that stop them;`,
  'set it with --concurrency N.',
];

function short(sum: number, free: number): DownpourError {
  return new DownpourError(
    'CONCURRENCY_SHORT',
    409,
    `${exactly(sum)} executions at once would be reserved, and the account has ${exactly(reservable(free))} left: ` +
      'other functions have reserved more, or the account allows less than before; use --forget concurrency, or a smaller --drive-concurrency',
  );
}
