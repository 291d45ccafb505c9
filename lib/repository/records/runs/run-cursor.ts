import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { parameterInvalid } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Table } from '../../ports/table.ts';
import type { RunPosition } from './runs.ts';

/**
 * A position in a list of runs, and the number of runs that earlier requests of the same search have read.
 */
export type RunCursor = { readonly after?: RunPosition; readonly looked: number };

export type RunCursors = ReturnType<typeof openRunCursors>;

/**
 * Encrypts the cursors that responses call `next`. A search may stop at a run that the caller may not see.
 * The encryption hides the start and id of that run, and prevents forged cursors. Equal positions have equal
 * texts.
 */
export function openRunCursors(table: Table, random: (bytes: number) => Uint8Array = randomBytes) {
  let known: Promise<Keys> | undefined;
  const keys = (): Promise<Keys> => {
    known ??= keysOf(table, random).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    text: async (place: RunPosition, looked: number): Promise<string> => sealed(await keys(), place, looked),

    /**
     * Decrypts the cursor of a request.
     * @throws DownpourError REQUEST_INVALID (400) for a text that was not a `next` of this deployment.
     */
    async parse(text: string): Promise<RunCursor> {
      if (text === '') return { looked: 0 };
      const cursor = unsealed(await keys(), text);
      if (cursor !== undefined) return cursor;
      throw parameterInvalid(
        'cursor',
        'has a value that this list did not return: send the `next` of the previous reply, or an empty cursor to begin with the first run',
      );
    },
  };
}

/**
 * The keys for cursors: one encrypts them, and the other computes the nonce of the encryption from the plain
 * bytes.
 */
type Keys = { readonly seal: Uint8Array; readonly nonce: Uint8Array };

/**
 * Reads or creates the keys of the deployment. They are stored in the table of runs: a reader of the keys can
 * also read the runs.
 */
async function keysOf(table: Table, random: (bytes: number) => Uint8Array): Promise<Keys> {
  const place = repositoryKey.cursorKey();
  const stored = async () => (await table.get(place))?.bytes as Uint8Array | undefined;
  const fresh = random(2 * keyBytes);
  // Creates the keys. When two functions create them at the same time, both use the keys of the first.
  const made = async () =>
    (await table.write([{ put: { ...place, bytes: fresh }, when: 'absent' }])).length === 0
      ? fresh
      : stored();
  const bytes = (await stored()) ?? (await made());
  if (bytes === undefined)
    throw new Error('a bug in Downpour: the repository table has no secret for the cursors of lists');
  return { seal: bytes.subarray(0, keyBytes), nonce: bytes.subarray(keyBytes) };
}

function sealed({ seal, nonce: nonceKey }: Keys, { start, id }: RunPosition, looked: number): string {
  const plain = Buffer.alloc(plainBytes);
  plain.writeDoubleBE(start, 0);
  plain.writeUInt32BE(id, 8);
  plain.writeUInt32BE(looked, 12);
  const nonce = createHmac('sha256', nonceKey).update(plain).digest().subarray(0, nonceBytes);
  const cipher = createCipheriv(algorithm, seal, nonce);
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]).toString('base64url');
}

function unsealed({ seal }: Keys, text: string): RunCursor | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== nonceBytes + plainBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, seal, bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes + plainBytes));
  const plain = decipher.update(bytes.subarray(nonceBytes, nonceBytes + plainBytes));
  try {
    decipher.final();
  } catch {
    // A tag (checksum of the encryption) that does not match shows that this deployment did not encrypt the
    // text.
    return undefined;
  }
  return {
    after: { start: plain.readDoubleBE(0), id: plain.readUInt32BE(8) },
    looked: plain.readUInt32BE(12),
  };
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** The length of a cursor in bytes before encryption. Start, id and number have a fixed length. */
const plainBytes = 16;

/**
 * Rejects other parameters next to a cursor.
 * @throws DownpourError REQUEST_INVALID (400) for a page or an order that cursors do not support.
 */
export function refuseBesideCursor({ page = 1, sort = 'start' }: { page?: number; sort?: string }): void {
  if (page !== 1)
    throw parameterInvalid(
      'cursor',
      'cannot be used together with `page`: send only one of these two parameters',
    );
  if (sort !== 'start')
    throw parameterInvalid(
      'cursor',
      `works only when runs are sorted by start, and this request sorts by ${sort}: remove the parameter \`sort\``,
    );
}
