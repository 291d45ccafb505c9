import { Readable } from 'node:stream';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';
import { nearPlace } from '../../names/environment.ts';

/**
 * A way to a store that needs no socket: on one machine, the host of functions hands it to those in its threads. What goes
 * through it is the store's protocol but for the signature: no other program can reach it.
 */
export type NearService = {
  /** The endpoint that it stands for. */
  readonly url: string;
  /** Nothing: only the socket has an answer to this. */
  readonly call: (request: NearRequest) => Promise<NearReply | undefined>;
};

/** A request without a query. */
export type NearRequest = {
  readonly method: string;
  /** As in the request line. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

export type NearReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
};

/** A larger body is better off on a socket, which takes it piece by piece. */
const bodyBytesMax = 256 * 1024;

type Client = Pick<S3Client | DynamoDBClient, 'config'>;
type Signer = { readonly sign: (request: object, options?: object) => Promise<object> };
type Sent = Pick<NearRequest, 'method' | 'path' | 'headers'> & {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/**
 * Has a client call its endpoint without a socket where that is near. What cannot go that way, a stream for example, goes
 * through the socket as ever, and only then is it signed: a signature costs as much as the rest of a small call.
 */
export function callNear({ config }: Client, url: string | undefined): void {
  const { [nearPlace]: near = [] } = globalThis as { [nearPlace]?: readonly NearService[] };
  const service = near.find((each) => each.url === url);
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
        const asked = nearRequest(request);
        const reply = asked && (await service.call(asked));
        if (reply !== undefined) return { response: responseOf(request.method, reply) };
        const signed = signatures.get(request);
        return requestHandler.handle(signed === undefined ? request : await signed(), options);
      },
    }),
  });
}

/** Nothing for what has to be read piece by piece, and for what asks for more than an object or an item. */
function nearRequest({ method, path, query = {}, headers, body = '' }: Sent): NearRequest | undefined {
  const isPlain = Object.keys(query).every((name) => name === 'x-id');
  const isBody = typeof body === 'string' || body instanceof Uint8Array;
  return isPlain && isBody && body.length <= bodyBytesMax ? { method, path, headers, body } : undefined;
}

/** The SDK takes bytes as they are, but for an object that is read: that has to be a stream. */
function responseOf(method: string, { status, headers, body }: NearReply): object {
  const bytes = Buffer.from(body);
  return { statusCode: status, headers, body: method === 'GET' ? Readable.from([bytes]) : bytes };
}
