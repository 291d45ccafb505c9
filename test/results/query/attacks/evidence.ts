import { createHash } from 'node:crypto';
import { readLossless } from '../../../../lib/results/query/jsonpath/values/lossless-reader.ts';
import { plain } from '../../../../lib/results/query/jsonpath/values/lossless-value.ts';

/** A short description of a value. It does not recurse, because values may be deep. */
export function fingerprint(value: unknown): string {
  const hash = createHash('sha256');
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) {
      hash.update(`${typeof one} ${String(one).length} ${one}\n`);
      continue;
    }
    const names = Object.keys(one);
    hash.update(
      `${Array.isArray(one) ? 'array' : 'object'} ${names.map((name) => JSON.stringify(name)).join()}\n`,
    );
    for (const name of names) open.push((one as Readonly<Record<string, unknown>>)[name]);
  }
  return hash.digest('base64');
}

/**
 * Fingerprints of all values in an exact value, of the names in it, and of numbers that may be an index or a
 * length.
 */
export function nodesOf(value: unknown): ReadonlySet<string> {
  const found = new Set<string>(Array.from({ length: 300 }, (_, index) => fingerprint(index)));
  const open: unknown[] = [value, null];
  while (open.length > 0) {
    const one = open.pop();
    found.add(fingerprint(one));
    if (typeof one !== 'object' || one === null) continue;
    for (const [name, below] of Object.entries(one)) {
      found.add(fingerprint(readLossless(Buffer.from(JSON.stringify(plain(name))))));
      open.push(below);
    }
  }
  return found;
}

/** The state of the process that an attack might change. */
export function surroundings(): string {
  const prototypes = [Object, Array, String, Number, Function, RegExp, Map, Set, Error].map(
    (one) => one.prototype,
  );
  const shared: readonly object[] = [globalThis, ...prototypes, Object, Array, JSON, Math];
  return shared.map((one) => Reflect.ownKeys(one).map(String).join()).join('\n');
}
