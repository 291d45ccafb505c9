import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { serviceAt } from './in-process.ts';

/**
 * Lets reads of single items call an in-process service without the SDK's middleware, which costs more than
 * the read. The SDK repeats a read that fails, or whose item has a value that is rare.
 */
export function readItemsInProcess(dynamo: DynamoDBDocumentClient, url: string | undefined): void {
  const service = serviceAt(url);
  if (service === undefined) return;
  const send = dynamo.send.bind(dynamo) as (command: unknown, options?: unknown) => Promise<unknown>;
  const headers = { 'x-amz-target': 'DynamoDB_20120810.GetItem' };
  const read = async (command: GetCommand, options?: unknown): Promise<unknown> => {
    const body = requestOf(command.input);
    if (body === undefined) return send(command, options);
    const reply = await service.call({ method: 'POST', path: '/', headers, body });
    const found = reply?.status === 200 ? outputOf(String(reply.body)) : undefined;
    return found ?? send(command, options);
  };
  Object.assign(dynamo, {
    send: (command: unknown, options?: unknown) =>
      command instanceof GetCommand && options === undefined ? read(command) : send(command, options),
  });
}

/** The body of a request. Undefined for a key that is not of texts, and for options that are not used here. */
function requestOf({ TableName, Key = {}, ConsistentRead, ...others }: GetCommand['input']) {
  const texts = Object.entries(Key);
  if (Object.keys(others).length > 0 || texts.some(([, text]) => typeof text !== 'string')) return undefined;
  const marshalled = Object.fromEntries(texts.map(([name, S]) => [name, { S }]));
  return JSON.stringify({ TableName, Key: marshalled, ConsistentRead });
}

/** The output of a read. Undefined when an item has a value that only the SDK reads. */
function outputOf(body: string): object | undefined {
  const { Item } = JSON.parse(body) as { readonly Item?: Attributes };
  try {
    return { $metadata: { httpStatusCode: 200 }, ...(Item && { Item: membersOf(Item) }) };
  } catch (error) {
    if (error instanceof RareValue) return undefined;
    throw error;
  }
}

type Attributes = Readonly<Record<string, AttributeValue>>;

/** Bytes, sets, and numbers that are not exact in a double. */
class RareValue extends Error {}

const membersOf = (attributes: Attributes): object =>
  Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, valueIn(attribute)]));

function valueIn({ S, N, BOOL, NULL, M, L }: AttributeValue): unknown {
  if (S !== undefined) return S;
  if (N !== undefined && Math.abs(Number(N)) <= Number.MAX_SAFE_INTEGER) return Number(N);
  if (M !== undefined) return membersOf(M);
  if (L !== undefined) return L.map(valueIn);
  if (BOOL !== undefined) return BOOL;
  if (NULL === true) return null;
  throw new RareValue();
}
