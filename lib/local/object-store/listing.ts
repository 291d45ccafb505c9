import { ProtocolError } from '../protocol-error.ts';
import { type Bucket, compareUtf8, sortedKeys } from './bucket.ts';
import { answerXml, type Call } from './call.ts';
import { element, leaf } from './xml.ts';

const pageMax = 1000;

/** ListObjectsV2. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
export function listObjects(call: Call, bucket: Bucket): void {
  const { query } = call;
  if (query.get('list-type') !== '2')
    throw new ProtocolError(501, 'NotImplemented', 'Only ListObjectsV2 is here');
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const max = Math.min(Number(query.get('max-keys') ?? pageMax), pageMax);
  if (!Number.isInteger(max) || max < 0) throw new ProtocolError(400, 'InvalidArgument');
  const token = query.get('continuation-token');
  const after =
    token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const page = takePage(sortedKeys(bucket), { prefix, delimiter, after, max });
  const byUrl = query.get('encoding-type') === 'url';
  const encode = byUrl
    ? (text: string) => encodeURIComponent(text).replaceAll('%2F', '/')
    : (text: string) => text;
  const root = element(
    'ListBucketResult',
    leaf('Name', bucket.name),
    leaf('Prefix', encode(prefix)),
    delimiter && leaf('Delimiter', encode(delimiter)),
    leaf('KeyCount', page.entries.length),
    leaf('MaxKeys', max),
    leaf('IsTruncated', page.next !== undefined),
    byUrl && leaf('EncodingType', 'url'),
    page.next !== undefined && leaf('NextContinuationToken', Buffer.from(page.next).toString('base64url')),
    ...page.entries.map((entry) =>
      entry.isPrefix
        ? element('CommonPrefixes', leaf('Prefix', encode(entry.name)))
        : contents(bucket, entry.name, encode),
    ),
  );
  answerXml(call, root);
}

type Entry = { readonly name: string; readonly isPrefix: boolean };
type Question = {
  readonly prefix: string;
  readonly delimiter: string;
  readonly after: string;
  readonly max: number;
};

/** Keys after `after`, those that share a prefix up to the delimiter rolled into one entry; `next` when more follow. */
export function takePage(
  keys: readonly string[],
  { prefix, delimiter, after, max }: Question,
): { readonly entries: readonly Entry[]; readonly next?: string } {
  const entries: Entry[] = [];
  for (let i = firstFrom(keys, prefix); i < keys.length && keys[i]?.startsWith(prefix); i += 1) {
    const key = keys[i] as string;
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const name = cut === -1 ? key : key.slice(0, cut + delimiter.length);
    const isPrefix = cut !== -1;
    if (compareUtf8(name, after) <= 0 || name === entries.at(-1)?.name) continue;
    if (isPrefix && after.startsWith(name)) continue;
    if (entries.length === max)
      return max === 0 ? { entries } : { entries, next: entries.at(-1)?.name ?? after };
    entries.push({ name, isPrefix });
  }
  return { entries };
}

/** Index of the first key that is not below `from`. */
function firstFrom(keys: readonly string[], from: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareUtf8(keys[middle] as string, from) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function contents(bucket: Bucket, key: string, encode: (text: string) => string): string {
  const record = bucket.records.get(key);
  return element(
    'Contents',
    leaf('Key', encode(key)),
    leaf('LastModified', new Date(record?.modifiedAt ?? 0).toISOString()),
    leaf('ETag', `"${record?.etag}"`),
    leaf('Size', record?.size),
    leaf('StorageClass', 'STANDARD'),
  );
}
