import type { S3Client } from '@aws-sdk/client-s3';
import { bodyBytesMax, type InProcessReply, type InProcessRequest, serviceAt } from './in-process.ts';

/**
 * Lets a client write and read small objects of an in-process store without the SDK's middleware, which costs
 * more than the object. The SDK makes a call again when it fails, to produce the usual error, and makes all
 * other calls itself.
 */
export function callObjectsInProcess(s3: S3Client, url: string | undefined): void {
  const service = serviceAt(url);
  if (service === undefined) return;
  const send = s3.send.bind(s3) as (command: unknown, ...options: unknown[]) => Promise<unknown>;
  const call = async (command: Command): Promise<unknown> => {
    const request = requestOf(command);
    const reply = request && (await service.call(request));
    return (reply && outputOf(request.method, reply)) ?? send(command);
  };
  Object.assign(s3, {
    send: (command: Command, ...options: unknown[]) =>
      options.length === 0 ? call(command) : send(command, ...options),
  });
}

type Command = {
  readonly input: object;
  readonly schema?: readonly [number, string, name: string];
};

/**
 * The headers of a request for the parameters of a command. The SDK handles a command with other parameters.
 */
const headerNames: Readonly<Record<string, string>> = {
  ContentType: 'content-type',
  IfNoneMatch: 'if-none-match',
  Range: 'range',
};

function requestOf({ input, schema }: Command): InProcessRequest | undefined {
  const method = schema?.[2] === 'PutObject' ? 'PUT' : schema?.[2] === 'GetObject' ? 'GET' : undefined;
  const { Bucket, Key, Body = '', ...others } = input as Readonly<Record<string, unknown>>;
  const isSmall = (typeof Body === 'string' || Body instanceof Uint8Array) && Body.length <= bodyBytesMax;
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  if (method === undefined || !isSmall || given.some(([name]) => headerNames[name] === undefined))
    return undefined;
  return {
    method,
    path: `/${[Bucket, ...String(Key).split('/')].map((part) => encodeURIComponent(String(part))).join('/')}`,
    headers: {
      // The checksum of the body, which the store saves with the object, as with a request of the SDK.
      ...(method === 'PUT'
        ? { 'x-amz-sdk-checksum-algorithm': 'CRC32' }
        : { 'x-amz-checksum-mode': 'ENABLED' }),
      ...Object.fromEntries(given.map(([name, value]) => [headerNames[name], String(value)])),
    },
    body: Body,
  };
}

/**
 * The members of a command's output for the headers of a reply. The SDK handles a reply with other headers.
 */
const members: Readonly<Record<string, (value: string) => object>> = {
  'accept-ranges': (AcceptRanges) => ({ AcceptRanges }),
  'content-length': (length) => ({ ContentLength: Number(length) }),
  'content-range': (ContentRange) => ({ ContentRange }),
  'content-type': (ContentType) => ({ ContentType }),
  etag: (ETag) => ({ ETag }),
  'last-modified': (time) => ({ LastModified: new Date(time) }),
  'x-amz-checksum-crc32': (ChecksumCRC32) => ({ ChecksumCRC32 }),
  'x-amz-checksum-type': (ChecksumType) => ({ ChecksumType }),
  'x-amz-request-id': () => ({}),
};

function outputOf(method: string, { status, headers, body }: InProcessReply): object | undefined {
  const given = Object.entries(headers);
  if (status >= 300 || given.some(([name]) => members[name] === undefined)) return undefined;
  const output = Object.assign(
    { $metadata: { httpStatusCode: status } },
    ...given.map(([name, value]) => members[name]?.(value)),
  );
  if (method === 'PUT') return output;
  const bytes = Buffer.from(body);
  const read = { transformToByteArray: async () => bytes, transformToString: async () => bytes.toString() };
  return { ...output, Metadata: {}, Body: read };
}
