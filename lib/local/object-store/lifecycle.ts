import { type Bucket, readConfig, removeObject, sortedKeys } from './bucket.ts';
import { innerXml, textOf } from './xml.ts';

const dayMs = 24 * 3600_000;

/** Removes what the bucket's lifecycle rules let expire. S3 does this about once a day; here it happens at start. */
export function expireObjects(bucket: Bucket, now: number): void {
  for (const rule of innerXml(readConfig(bucket, 'lifecycle') ?? '', 'Rule')) {
    const days = Number(textOf(innerXml(rule, 'Expiration')[0] ?? '', 'Days'));
    if (textOf(rule, 'Status') !== 'Enabled' || !(days > 0)) continue;
    const prefix = textOf(rule, 'Prefix') ?? '';
    for (const key of sortedKeys(bucket)) {
      const modifiedAt = bucket.records.get(key)?.modifiedAt ?? now;
      if (key.startsWith(prefix) && now - modifiedAt > days * dayMs) removeObject(bucket, key);
    }
  }
}
