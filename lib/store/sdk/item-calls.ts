import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { bodyBytesMax, serviceAt } from './in-process.ts';

/**
 * Lets a client call an in-process table without the SDK's middleware, which costs more than most calls. The
 * SDK makes the call again when it fails, to produce the usual error, and makes calls with rare values
 * itself.
 */
export function callItemsInProcess(dynamo: DynamoDBDocumentClient, url: string | undefined): void {
  const service = serviceAt(url);
  if (service === undefined) return;
  const send = dynamo.send.bind(dynamo) as (command: unknown, options?: unknown) => Promise<unknown>;
  const call = async (command: Command): Promise<unknown> => {
    const body = bodyOf(command);
    if (body === undefined) return send(command);
    const headers = { 'x-amz-target': `DynamoDB_20120810.${command.clientCommand.schema[2]}` };
    const reply = await service.call({ method: 'POST', path: '/', headers, body });
    if (reply?.status !== 200) return send(command);
    const output = mapped(JSON.parse(String(reply.body)), command.outputKeyNodes, valueIn) as object;
    return { $metadata: { httpStatusCode: 200 }, ...output };
  };
  Object.assign(dynamo, {
    send: (command: unknown, options?: unknown) =>
      isCommand(command) && options === undefined ? call(command) : send(command, options),
  });
}

/**
 * Selects values inside the input or output of a command of DynamoDB: by the names of members, or `*` for
 * each element. Null selects the value itself, `{}` selects all members.
 */
type Places = { readonly [name: string]: Places } | null;

/** A command of the DynamoDB client. `Places` select the attribute values in its input and output. */
type Command = {
  readonly input: object;
  readonly inputKeyNodes: Places;
  readonly outputKeyNodes: Places;
  readonly clientCommand: { readonly schema: readonly [number, string, name: string] };
};

const isCommand = (command: unknown): command is Command =>
  typeof command === 'object' &&
  command !== null &&
  'inputKeyNodes' in command &&
  'outputKeyNodes' in command;

function bodyOf({ input, inputKeyNodes }: Command): string | undefined {
  try {
    const body = JSON.stringify(mapped(input, inputKeyNodes, attributeOf));
    return body.length > bodyBytesMax ? undefined : body;
  } catch (error) {
    if (error instanceof RareValue) return undefined;
    throw error;
  }
}

/** Applies `change` to the selected values inside a value. */
function mapped(value: unknown, places: Places | undefined, change: (value: never) => unknown): unknown {
  if (places === undefined || value === undefined) return value;
  if (places === null) return change(value as never);
  const each = Object.keys(places).length === 0 ? null : places['*'];
  const inner = (one: unknown, name: string | number): unknown =>
    mapped(one, each === undefined ? places[name] : each, change);
  return Array.isArray(value) ? value.map(inner) : mappedMembers(value as object, inner);
}

const mappedMembers = (members: object, change: (value: never, name: string) => unknown): object =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, change(value as never, name)]],
    ),
  );

/**
 * The error for sets, and for numbers that a double does not represent exactly. The SDK then handles the
 * call.
 */
class RareValue extends Error {}

/**
 * Converts a value to DynamoDB's JSON.
 * @throws RareValue for a value that the SDK must convert or reject.
 */
function attributeOf(value: unknown): object {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  if (value instanceof Uint8Array) return { B: textOf(value) };
  if (Array.isArray(value))
    return { L: value.flatMap((each) => (each === undefined ? [] : [attributeOf(each)])) };
  if (typeof value === 'object' && value.constructor === Object)
    return { M: mappedMembers(value, attributeOf) };
  throw new RareValue();
}

/** Converts a value from DynamoDB's JSON, where bytes are Base64, to a JavaScript value. */
function valueIn({ S, N, BOOL, NULL, M, L, B, SS, NS, BS }: AttributeValue): unknown {
  if (S !== undefined) return S;
  if (N !== undefined) return numberIn(N);
  if (M !== undefined) return mappedMembers(M, valueIn);
  if (L !== undefined) return L.map(valueIn);
  if (BOOL !== undefined) return BOOL;
  if (NULL === true) return null;
  if (B !== undefined) return bytesIn(B);
  return new Set<unknown>(SS ?? NS?.map(numberIn) ?? BS?.map(bytesIn));
}

const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('base64');

const bytesIn = (text: unknown): Uint8Array => new Uint8Array(Buffer.from(String(text), 'base64'));

function numberIn(text: string): number | bigint {
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : BigInt(text);
}
