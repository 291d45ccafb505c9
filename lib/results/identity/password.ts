import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * A stored password: a hash and the way it was made, so that the cost may rise later. The password cannot be
 * computed from it.
 */
export type PasswordHash = {
  /** Base64, and so is the hash. */
  readonly salt: string;
  readonly hash: string;
  /** The three numbers of scrypt. */
  readonly cost: number;
  readonly blockSize: number;
  readonly parallel: number;
};

/** Characters: NIST SP 800-63B, section 5.1.1.1. */
export const passwordLengthMin = 8;

/** 32 MB and about 0.2 s of a core, as OWASP's password storage cheat sheet recommends for scrypt. */
const today = { cost: 2 ** 15, blockSize: 8, parallel: 3 } as const;
const hashBytes = 32;
export const saltBytes = 16;

export async function hashPassword(password: string, salt: Uint8Array): Promise<PasswordHash> {
  if (salt.length !== saltBytes) throw new Error(`a password needs a salt of ${saltBytes} bytes`);
  const made = { salt: Buffer.from(salt).toString('base64'), ...today };
  return { ...made, hash: (await derived(password, made)).toString('base64') };
}

/**
 * True if the password matches the stored hash. Without a stored hash it derives one as well, so that the
 * response time does not reveal whether a user exists.
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
 * One at a time, because each derivation takes a whole processor. Thirty wrong passwords at once only delay
 * each other.
 */
async function derived(password: string, made: Omit<PasswordHash, 'hash'>): Promise<Buffer> {
  const mine = last.then(() => derive(password, made));
  last = mine.catch(() => undefined);
  return mine;
}

/**
 * Normalises the password (NFKC), as other systems do: a letter with an accent is the same however it was
 * typed.
 */
function derive(password: string, { salt, ...numbers }: Omit<PasswordHash, 'hash'>): Promise<Buffer> {
  const { cost, blockSize, parallel } = numbers;
  const options: ScryptOptions = {
    cost,
    blockSize,
    parallelization: parallel,
    // scrypt needs 128 * cost * blockSize bytes and some more.
    maxmem: 256 * cost * blockSize,
  };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), Buffer.from(salt, 'base64'), hashBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  );
}
