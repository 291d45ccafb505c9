/**
 * An event on its way to a function: JSON, and beside it the text of its body as it is. To write a document
 * into JSON and to read it again costs as much as its whole way through the gateway.
 */
export type Payload = {
  readonly json: string;
  /** The member `body` of the event, where that is a text. */
  readonly body?: string | undefined;
};

export function payloadOf(event: unknown): Payload {
  if (typeof event !== 'object' || event === null || !('body' in event) || typeof event.body !== 'string')
    return { json: JSON.stringify(event) ?? 'null' };
  const { body, ...rest } = event;
  return { json: JSON.stringify(rest), body };
}

export function eventOf({ json, body }: Payload): unknown {
  const event: unknown = JSON.parse(json);
  return body === undefined ? event : { ...(event as object), body };
}

export const lengthOf = ({ json, body = '' }: Payload): number => json.length + body.length;

/** A character of a text has at most so many bytes in JSON: those of `\u0000`. */
const characterBytesMax = 6;

/**
 * The bytes that Lambda would count of an event, as far as these may be more than `bytesMax`: to count them
 * costs what is saved.
 */
export function bytesOver(bytesMax: number, event: unknown, payload: Payload): number | undefined {
  if (characterBytesMax * (lengthOf(payload) + '"body":""'.length) <= bytesMax) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(event) ?? 'null');
  return bytes > bytesMax ? bytes : undefined;
}
