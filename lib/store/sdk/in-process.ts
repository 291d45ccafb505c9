import { Readable } from 'node:stream';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import { inProcessKey } from '../../names/environment.ts';

/**
 * A store that functions can call without a network connection. On one machine, the function host offers it
 * to the functions in its threads. Calls use the store's HTTP protocol without a signature, because no other
 * program can make them.
 */
export type InProcessService = {
  /** The URL of the endpoint that the service replaces. */
  readonly url: string;
  /** Answers a request. Undefined when only the socket can answer it. */
  readonly call: (request: InProcessRequest) => Promise<InProcessReply | undefined>;
};

/** A request without a query. */
export type InProcessRequest = {
  readonly method: string;
  /** The path of the request, as in the request line of HTTP. */
  readonly path: string;
  /** The headers of the request or reply, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

export type InProcessReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

/**
 * The most bytes of the body of an in-process call. A larger body goes through a network connection, which
 * transfers it in pieces.
 */
export const bodyBytesMax = 256 * 1024;

type Client = Pick<S3Client | DynamoDBClient, 'config'>;
type Signer = { readonly sign: (request: object, options?: object) => Promise<object> };
type Sent = Pick<InProcessRequest, 'method' | 'path' | 'headers'> & {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/** The in-process service that replaces an endpoint. */
export function serviceAt(url: string | undefined): InProcessService | undefined {
  const { [inProcessKey]: services = [] } = globalThis as { [inProcessKey]?: readonly InProcessService[] };
  return services.find((each) => each.url === url);
}

/**
 * Lets a client call an in-process store, if there is one for the client's endpoint. Other requests, such as
 * streams, go through a network connection. Only those are signed: a signature costs as much as the rest of a
 * small call.
 */
export function callInProcess({ config }: Client, url: string | undefined): void {
  const service = serviceAt(url);
  if (service === undefined) return;
  const { requestHandler, signer } = config as {
    requestHandler: { handle: (request: object, options?: object) => Promise<object> };
    signer: (scheme?: object) => Promise<Signer>;
  };
  const signatures = new WeakMap<object, () => Promise<object>>();
  Object.assign(config, {
    signer: async (scheme?: object): Promise<Signer> => ({
      async sign(request, options) {
        signatures.set(request, async () => (await signer(scheme)).sign(request, options));
        return request;
      },
    }),
    requestHandler: Object.assign(Object.create(requestHandler), {
      async handle(request: Sent, options?: object) {
        const plain = inProcessRequest(request);
        const reply = plain && (await service.call(plain));
        if (reply !== undefined) return { response: responseOf(request.method, reply) };
        const signed = signatures.get(request);
        return requestHandler.handle(signed === undefined ? request : await signed(), options);
      },
    }),
  });
}

/**
 * The request in in-process form. Undefined for a body that must be read in pieces, and for a request that is
 * not about one object or item.
 */
function inProcessRequest({
  method,
  path,
  query = {},
  headers,
  body = '',
}: Sent): InProcessRequest | undefined {
  const isPlain = Object.keys(query).every((name) => name === 'x-id');
  const isBody = typeof body === 'string' || body instanceof Uint8Array;
  return isPlain && isBody && body.length <= bodyBytesMax ? { method, path, headers, body } : undefined;
}

/**
 * Makes the SDK's form of a response. The SDK accepts bytes, except for the body of an object, which must be
 * a stream.
 */
function responseOf(method: string, { status, headers, body }: InProcessReply): object {
  const bytes = Buffer.from(body);
  return { statusCode: status, headers, body: method === 'GET' ? Readable.from([bytes]) : bytes };
}
