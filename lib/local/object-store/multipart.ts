import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { receiveBody, receiveDocument, writeWhole } from './body.ts';
import { type Bucket, commitObject, discard, incomingPath, orDiscard } from './bucket.ts';
import { type Call, headerOf, type Reply, xmlReply } from './call.ts';
import {
  type Checksum,
  type ChecksumAlgorithm,
  compositeChecksum,
  defaultChecksum,
  isChecksumAlgorithm,
  startChecksum,
} from './checksum.ts';
import { allowWrite } from './conditions.ts';
import { type ObjectRecord, readRecord, sealObject } from './object-file.ts';
import { storedHeaders } from './objects.ts';
import { element, innerXml, leaf, textOf } from './xml.ts';

const partBytesMin = 5 * 1024 ** 2;
const partsMax = 10_000;

type Upload = {
  readonly id: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum?: { readonly algorithm: ChecksumAlgorithm; readonly type: Checksum['type'] };
};

export async function createUpload(call: Call, bucket: Bucket): Promise<Reply> {
  await receiveDocument(call);
  const id = randomBytes(16).toString('hex');
  const algorithm = headerOf(call, 'x-amz-checksum-algorithm')?.toLowerCase() ?? '';
  const type = headerOf(call, 'x-amz-checksum-type') === 'FULL_OBJECT' ? 'FULL_OBJECT' : 'COMPOSITE';
  const upload: Upload = {
    id,
    key: call.key,
    headers: storedHeaders(call.headers),
    ...(isChecksumAlgorithm(algorithm) && { checksum: { algorithm, type } }),
  };
  const incoming = incomingPath(bucket);
  orDiscard(incoming, () => writeFileSync(incoming, JSON.stringify(upload)));
  mkdirSync(uploadDir(bucket, id));
  renameSync(incoming, join(uploadDir(bucket, id), 'upload.json'));
  const names = [leaf('Bucket', bucket.name), leaf('Key', call.key), leaf('UploadId', id)];
  return xmlReply(element('InitiateMultipartUploadResult', ...names));
}

export async function uploadPart(call: Call, bucket: Bucket): Promise<Reply> {
  const upload = uploadOf(call, bucket);
  const number = Number(call.query.get('partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > partsMax)
    throw new ProtocolError(400, 'InvalidArgument');
  if (headerOf(call, 'x-amz-copy-source')) throw new ProtocolError(501, 'NotImplemented', 'UploadPartCopy');
  const incoming = incomingPath(bucket);
  const { size, etag, checksum, bytes } = await receiveBody(call, incoming, upload.checksum?.algorithm);
  const record = { key: String(number), size, etag, modifiedAt: Date.now(), headers: {}, checksum };
  orDiscard(incoming, () => sealObject(incoming, record, bytes));
  if (!existsSync(uploadDir(bucket, upload.id))) {
    discard(incoming);
    throw new ProtocolError(404, 'NoSuchUpload');
  }
  renameSync(incoming, partPath(bucket, upload.id, number));
  const headers = { etag: `"${etag}"`, [`x-amz-checksum-${checksum.algorithm}`]: checksum.value };
  return { status: 200, headers };
}

export async function completeUpload(call: Call, bucket: Bucket): Promise<Reply> {
  const upload = uploadOf(call, bucket);
  const parts = chosenParts(bucket, upload, await receiveDocument(call));
  const incoming = incomingPath(bucket);
  const whole = startChecksum(upload.checksum?.algorithm ?? defaultChecksum);
  await writeWhole(partBytes(bucket, upload, parts, whole.update), incoming);
  const tags = Buffer.concat(parts.map((part) => Buffer.from(part.etag, 'hex')));
  const etag = `${createHash('sha256').update(tags).digest('hex').slice(0, 32)}-${parts.length}`;
  const record: ObjectRecord = {
    key: upload.key,
    size: parts.reduce((sum, part) => sum + part.size, 0),
    etag,
    modifiedAt: Date.now(),
    headers: upload.headers,
    checksum: wholeChecksum(upload, parts, whole.base64()),
  };
  commitObject(bucket, incoming, record, (current) => allowWrite(call.headers, current));
  rmSync(uploadDir(bucket, upload.id), { recursive: true, force: true });
  const names = [leaf('Bucket', bucket.name), leaf('Key', upload.key), leaf('ETag', `"${etag}"`)];
  return xmlReply(element('CompleteMultipartUploadResult', ...names));
}

export function abortUpload(call: Call, bucket: Bucket): Reply {
  rmSync(uploadDir(bucket, uploadOf(call, bucket).id), { recursive: true, force: true });
  return { status: 204 };
}

function chosenParts(bucket: Bucket, upload: Upload, xml: string): readonly ObjectRecord[] {
  const chosen = innerXml(xml, 'Part').map((part) => ({
    number: Number(textOf(part, 'PartNumber')),
    etag: (textOf(part, 'ETag') ?? '').replaceAll('"', ''),
  }));
  if (chosen.length === 0) throw new ProtocolError(400, 'MalformedXML');
  if (chosen.some(({ number }, i) => number <= (chosen[i - 1]?.number ?? 0))) {
    throw new ProtocolError(400, 'InvalidPartOrder');
  }
  return chosen.map(({ number, etag }, i) => {
    const path = partPath(bucket, upload.id, number);
    const part = Number.isInteger(number) && existsSync(path) ? readRecord(path) : undefined;
    if (!part || part.etag !== etag) throw new ProtocolError(400, 'InvalidPart');
    if (i < chosen.length - 1 && part.size < partBytesMin) throw new ProtocolError(400, 'EntityTooSmall');
    return part;
  });
}

async function* partBytes(
  bucket: Bucket,
  upload: Upload,
  parts: readonly ObjectRecord[],
  see: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (part.size === 0) continue;
    const file = await open(partPath(bucket, upload.id, Number(part.key)));
    for await (const chunk of file.createReadStream({ start: 0, end: part.size - 1 })) {
      see(chunk);
      yield chunk;
    }
  }
}

function wholeChecksum(upload: Upload, parts: readonly ObjectRecord[], value: string): Checksum {
  if (!upload.checksum) return { algorithm: defaultChecksum, value, type: 'FULL_OBJECT' };
  const { algorithm, type } = upload.checksum;
  if (type === 'FULL_OBJECT') return { algorithm, value, type };
  const values = parts.map((part) => (part.checksum?.algorithm === algorithm ? part.checksum.value : ''));
  return compositeChecksum(algorithm, values);
}

export function uploadOf(call: Call, bucket: Bucket): Upload {
  const upload = readUpload(bucket, call.query.get('uploadId') ?? '');
  if (!upload || upload.key !== call.key) throw new ProtocolError(404, 'NoSuchUpload');
  return upload;
}

function readUpload(bucket: Bucket, id: string): Upload | undefined {
  const path = join(uploadDir(bucket, id), 'upload.json');
  if (!/^[0-9a-f]{32}$/.test(id) || !existsSync(path)) return undefined;
  return JSON.parse(readFileSync(path, 'utf8')) as Upload;
}

export const uploadDir = (bucket: Bucket, id: string): string => join(bucket.dir, 'uploads', id);
const partPath = (bucket: Bucket, id: string, part: number): string =>
  join(uploadDir(bucket, id), String(part));
