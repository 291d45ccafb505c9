/**
 * An event for a function: its JSON, and separately the text of its body. So a document in the body is not
 * encoded as JSON and parsed again. That would cost as much as the rest of its way through the gateway.
 */
export type Payload = {
  readonly json: string;
  /** The member `body` of the event, when it is a text. */
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

/** The most bytes that a character has in JSON, as in `\u0000`. */
const characterBytesMax = 6;

/**
 * The size of an event in bytes as Lambda counts it, if the size exceeds `bytesMax`. Otherwise undefined.
 * Small events are not counted, because the count would cost as much as the separate body saves.
 */
export function bytesOver(bytesMax: number, event: unknown, payload: Payload): number | undefined {
  if (characterBytesMax * (lengthOf(payload) + '"body":""'.length) <= bytesMax) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify(event) ?? 'null');
  return bytes > bytesMax ? bytes : undefined;
}
