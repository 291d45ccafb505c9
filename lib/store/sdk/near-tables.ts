import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { nearTablesPlace } from '../names/environment.ts';

/**
 * A way to tables that needs no socket: on one machine, the host of functions hands it to those in its threads. What goes
 * through it is DynamoDB's protocol but for the signature: no other program can reach it.
 */
export type NearTables = {
  /** The endpoint that it stands for. */
  readonly url: string;
  /** @param target - the header `x-amz-target`. @param body - JSON. */
  readonly call: (target: string, body: string) => Promise<NearReply>;
};

/** The status that DynamoDB answers with, and JSON. */
export type NearReply = { readonly status: number; readonly body: string };

type SentRequest = { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array | string };

/** How a client calls an endpoint that is near; nothing for any other. */
export function nearConfig(url: string | undefined): Pick<DynamoDBClientConfig, 'requestHandler' | 'signer'> {
  const { [nearTablesPlace]: near } = globalThis as { [nearTablesPlace]?: NearTables };
  if (near === undefined || near.url !== url) return {};
  return {
    signer: { sign: async (request) => request },
    requestHandler: {
      async handle({ headers, body }: SentRequest) {
        const reply = await near.call(headers['x-amz-target'] ?? '', Buffer.from(body).toString());
        return { response: { statusCode: reply.status, headers: {}, body: Buffer.from(reply.body) } };
      },
    },
  };
}
