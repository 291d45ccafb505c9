import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { BoundedCache } from '../query/bounded-cache.ts';

/**
 * A stored password: its hash, and how the hash was made, so that later passwords may get a slower hash. The
 * password cannot be computed from it.
 */
export type PasswordHash = {
  /** The salt of the hash in Base64: random bytes that make equal passwords have different hashes. */
  readonly salt: string;
  readonly hash: string;
  /** The cost parameters of scrypt, the hash function. */
  readonly cost: number;
  readonly blockSize: number;
  readonly parallel: number;
};

/** The fewest characters of a password (NIST SP 800-63B, section 5.1.1.1). */
export const passwordLengthMin = 8;

/**
 * The cost of scrypt, the hash function, for new passwords: 32 MB and about 0.2 s of a core, as OWASP's
 * password storage cheat sheet recommends.
 */
const today = { cost: 2 ** 15, blockSize: 8, parallel: 3 } as const;
const hashBytes = 32;
/** The most addresses for which wrong passwords are counted. */
const sourcesMax = 1000;
export const saltBytes = 16;

export async function hashPassword(password: string, salt: Uint8Array): Promise<PasswordHash> {
  if (salt.length !== saltBytes)
    throw new Error(`a bug in Downpour: the hash of a password needs a salt of ${saltBytes} bytes`);
  const made = { salt: Buffer.from(salt).toString('base64'), ...today };
  return { ...made, hash: (await inTurn('', () => derive(password, made))).toString('base64') };
}

/** A monotonic clock in milliseconds, and a timer. */
export type PasswordClock = { readonly now: () => number; readonly sleep: (ms: number) => Promise<unknown> };

/**
 * True if a password matches the stored hash. Without a stored hash it derives one as well, so that the
 * response time does not reveal whether a user exists.
 *
 * After a wrong password, the next check waits for twice as long as the wrong one took. Wrong passwords use
 * at most a third of one processor, whatever their number. The next check comes from the address with the
 * fewest wrong passwords, so a correct password does not wait for many wrong ones.
 *
 * @param source address of the caller.
 * @param isUsual true if the user has logged in from this address before. Wrong passwords of others from this
 * address then do not count against the user.
 */
export async function isPassword(
  password: string,
  stored: PasswordHash | undefined,
  clock: PasswordClock,
  source: string,
  isUsual: boolean,
): Promise<boolean> {
  return inTurn(isUsual ? '' : source, async () => {
    const rest = restUntil - clock.now();
    if (rest > 0) await clock.sleep(rest);
    const startedAt = clock.now();
    const expected = stored ?? dummyHash;
    const same = timingSafeEqual(await derive(password, expected), Buffer.from(expected.hash, 'base64'));
    const endedAt = clock.now();
    const isRight = same && stored !== undefined;
    if (isRight) wrongFrom.drop(source);
    else {
      restUntil = endedAt + 2 * (endedAt - startedAt);
      wrongFrom.set(source, wrongOf(source) + 1, 1);
    }
    return isRight;
  });
}

const dummyHash: PasswordHash = {
  ...today,
  salt: Buffer.alloc(saltBytes).toString('base64'),
  hash: Buffer.alloc(hashBytes).toString('base64'),
};

let restUntil = Number.NEGATIVE_INFINITY;

/** The number of wrong passwords from each address since its last correct password. */
const wrongFrom = new BoundedCache<number>(sourcesMax);
const wrongOf = (source: string): number => wrongFrom.get(source) ?? 0;

/**
 * A check of a password that waits for its computation. The source is the caller's address, or empty if wrong
 * passwords from this address do not delay the check.
 */
type Waiting = { readonly source: string; readonly run: () => Promise<void> };
const waiting: Waiting[] = [];
let isBusy = false;

/** Runs the computations of hashes one after the other, because each uses a whole processor. */
function inTurn<T>(source: string, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    waiting.push({ source, run: () => work().then(resolve, reject) });
    if (!isBusy) void runWaiting();
  });
}

async function runWaiting(): Promise<void> {
  isBusy = true;
  while (waiting.length > 0) {
    const fewest = Math.min(...waiting.map(({ source }) => wrongOf(source)));
    const next = waiting.findIndex(({ source }) => wrongOf(source) === fewest);
    const [first] = waiting.splice(next, 1);
    await first?.run();
  }
  isBusy = false;
}

/**
 * Computes the hash of a password. The password is normalised (NFKC), so that a letter with an accent is the
 * same however it was typed.
 */
function derive(password: string, { salt, ...numbers }: Omit<PasswordHash, 'hash'>): Promise<Buffer> {
  const { cost, blockSize, parallel } = numbers;
  const options: ScryptOptions = {
    cost,
    blockSize,
    parallelization: parallel,
    // scrypt needs 128 * cost * blockSize bytes, and some more.
    maxmem: 256 * cost * blockSize,
  };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), Buffer.from(salt, 'base64'), hashBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  );
}
