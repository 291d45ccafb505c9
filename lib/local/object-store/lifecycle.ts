import { type Bucket, readConfig, removeObject, sortedKeys } from './bucket.ts';
import { innerXml, textOf } from './xml.ts';

/** Objects below the prefix go when they are this old. */
export type Expiry = { readonly prefix: string; readonly days: number };

const dayMs = 24 * 3600_000;

/** Removes what is too old. S3 does this about once a day; here it happens at start. */
export function expireObjects(bucket: Bucket, rules: readonly Expiry[], now: number): void {
  for (const { prefix, days } of rules) {
    for (const key of sortedKeys(bucket).filter((key) => key.startsWith(prefix))) {
      const modifiedAt = bucket.records.get(key)?.modifiedAt ?? now;
      if (now - modifiedAt > days * dayMs) removeObject(bucket, key);
    }
  }
}

/** The rules of a bucket's lifecycle configuration that let objects expire. */
export function expiryRules(bucket: Bucket): readonly Expiry[] {
  return innerXml(readConfig(bucket, 'lifecycle') ?? '', 'Rule')
    .filter((rule) => textOf(rule, 'Status') === 'Enabled')
    .map((rule) => ({
      prefix: textOf(rule, 'Prefix') ?? '',
      days: Number(textOf(innerXml(rule, 'Expiration')[0] ?? '', 'Days')),
    }))
    .filter(({ days }) => days > 0);
}
