import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** What is kept of a password: no way back to it, and how it was made, so that the cost may rise later. */
export type PasswordHash = {
  /** Base64, as is the hash. */
  readonly salt: string;
  readonly hash: string;
  /** The three numbers of scrypt. */
  readonly cost: number;
  readonly blockSize: number;
  readonly parallel: number;
};

/** Characters: NIST SP 800-63B, section 5.1.1.1. */
export const passwordLengthMin = 8;

/** 32 MB and about 0.2 s of a core: what OWASP's password storage cheat sheet asks of scrypt. */
const today = { cost: 2 ** 15, blockSize: 8, parallel: 3 } as const;
const hashBytes = 32;
export const saltBytes = 16;

export async function hashPassword(password: string, salt: Uint8Array): Promise<PasswordHash> {
  if (salt.length !== saltBytes) throw new Error(`a password needs a salt of ${saltBytes} bytes`);
  const made = { salt: Buffer.from(salt).toString('base64'), ...today };
  return { ...made, hash: (await derived(password, made)).toString('base64') };
}

/**
 * Whether a password is the one that is kept. Where there is none, one is derived all the same: the time that
 * an answer takes does not tell whether a user exists.
 */
export async function isPassword(password: string, kept: PasswordHash | undefined): Promise<boolean> {
  const expected = kept ?? dummyHash;
  const same = timingSafeEqual(await derived(password, expected), Buffer.from(expected.hash, 'base64'));
  return same && kept !== undefined;
}

const dummyHash: PasswordHash = {
  ...today,
  salt: Buffer.alloc(saltBytes).toString('base64'),
  hash: Buffer.alloc(hashBytes).toString('base64'),
};

let last: Promise<unknown> = Promise.resolve();

/**
 * One at a time, for each takes a whole processor: thirty wrong passwords at once keep only each other
 * waiting.
 */
async function derived(password: string, made: Omit<PasswordHash, 'hash'>): Promise<Buffer> {
  const mine = last.then(() => derive(password, made));
  last = mine.catch(() => undefined);
  return mine;
}

/** As other systems do, a letter with an accent is one however it was typed (NFKC). */
function derive(password: string, { salt, ...numbers }: Omit<PasswordHash, 'hash'>): Promise<Buffer> {
  const { cost, blockSize, parallel } = numbers;
  const options: ScryptOptions = {
    cost,
    blockSize,
    parallelization: parallel,
    // 128 * cost * blockSize are needed, and some bytes beside them.
    maxmem: 256 * cost * blockSize,
  };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), Buffer.from(salt, 'base64'), hashBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  );
}
