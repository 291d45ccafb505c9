import { scryptSync } from 'node:crypto';
import type { PasswordHash } from '../../../lib/results/identity/password.ts';

/** A stored password that takes no time to check. A check of the usual cost takes 0.2 s of a processor. */
export function cheapPassword(password: string): PasswordHash {
  const [cost, blockSize, parallel] = [16, 8, 1];
  const hash = scryptSync(password.normalize('NFKC'), '', 32, { cost, blockSize, parallelization: parallel });
  return { salt: '', hash: hash.toString('base64'), cost, blockSize, parallel };
}
