import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOver, eventOf, lengthOf, payloadOf } from '../../../lib/local/function-host/payload.ts';

const events: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  'a text': 'text',
  'a list': [1, { body: 'inner' }],
  'a body of text': { path: '/', body: '{"a":"\\"é\u0000\ud800"}', isBase64Encoded: false },
  'an empty body': { body: '' },
  'a body that is no text': { body: { a: 1 } },
  'no body': { path: '/', gone: undefined },
};

for (const [name, event] of Object.entries(events)) {
  const json = JSON.stringify(event) ?? 'null';

  test(`an event arrives as its JSON says: ${name}`, () => {
    assert.deepEqual(eventOf(structuredClone(payloadOf(event))), JSON.parse(json));
  });

  test(`its bytes are those of its JSON: ${name}`, () => {
    const bytes = Buffer.byteLength(json);
    const over = (bytesMax: number) => bytesOver(bytesMax, event, payloadOf(event));
    assert.deepEqual([over(bytes - 1), over(bytes), over(1e6)], [bytes, undefined, undefined]);
  });
}

test('a body of text goes as it is, and the longest JSON of one is counted', () => {
  const event = { path: '/', body: '\u0000'.repeat(100) };
  const payload = payloadOf(event);
  assert.deepEqual(payload, { json: '{"path":"/"}', body: event.body });
  assert.equal(lengthOf(payload), 112);
  assert.equal(bytesOver(610, event, payload), Buffer.byteLength(JSON.stringify(event)));
});
