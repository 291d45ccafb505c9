import { rmSync } from 'node:fs';
import { ProtocolError } from '../protocol-error.ts';
import { receiveDocument } from './body.ts';
import { type Bucket, createBucket, readConfig, removeObject, writeConfig } from './bucket.ts';
import { answer, answerDocument, answerXml, type Call } from './call.ts';
import { element, innerXml, leaf, textOf } from './xml.ts';

const deleteKeysMax = 1000;

/** Configuration documents that are kept and given back; only `lifecycle` has an effect. */
export const bucketConfigs: Readonly<Record<string, string>> = {
  lifecycle: 'NoSuchLifecycleConfiguration',
  cors: 'NoSuchCORSConfiguration',
  encryption: 'ServerSideEncryptionConfigurationNotFoundError',
  tagging: 'NoSuchTagSet',
  publicAccessBlock: 'NoSuchPublicAccessBlockConfiguration',
  ownershipControls: 'OwnershipControlsNotFoundError',
};

export function listBuckets(call: Call, buckets: ReadonlyMap<string, Bucket>): void {
  const entries = [...buckets.keys()].sort().map((name) => element('Bucket', leaf('Name', name)));
  answerXml(call, element('ListAllMyBucketsResult', element('Buckets', ...entries)));
}

export async function putBucket(call: Call, root: string, buckets: Map<string, Bucket>): Promise<void> {
  await receiveDocument(call);
  if (buckets.has(call.bucketName)) throw new ProtocolError(409, 'BucketAlreadyOwnedByYou');
  buckets.set(call.bucketName, createBucket(root, call.bucketName));
  answer(call, 200, { location: `/${call.bucketName}` });
}

export function deleteBucket(call: Call, bucket: Bucket, buckets: Map<string, Bucket>): void {
  if (bucket.records.size > 0) throw new ProtocolError(409, 'BucketNotEmpty');
  rmSync(bucket.dir, { recursive: true });
  buckets.delete(bucket.name);
  answer(call, 204);
}

/** GET, PUT and DELETE of a configuration document. */
export async function handleConfig(call: Call, bucket: Bucket, name: string): Promise<void> {
  if (call.method === 'GET') {
    const xml = readConfig(bucket, name);
    if (xml === undefined) throw new ProtocolError(404, bucketConfigs[name] ?? 'NoSuchConfiguration');
    answerDocument(call, xml);
    return;
  }
  writeConfig(bucket, name, call.method === 'PUT' ? await receiveDocument(call) : undefined);
  answer(call, call.method === 'PUT' ? 200 : 204);
}

/** DeleteObjects. */
export async function deleteBatch(call: Call, bucket: Bucket): Promise<void> {
  const xml = await receiveDocument(call);
  const keys = innerXml(xml, 'Object').map((object) => textOf(object, 'Key') ?? '');
  if (keys.length === 0 || keys.length > deleteKeysMax) throw new ProtocolError(400, 'MalformedXML');
  for (const key of keys) removeObject(bucket, key);
  const deleted =
    textOf(xml, 'Quiet') === 'true' ? [] : keys.map((key) => element('Deleted', leaf('Key', key)));
  answerXml(call, element('DeleteResult', ...deleted));
}
