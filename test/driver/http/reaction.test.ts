import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { RequestPlan } from '../../../lib/driver/http/exchange/request-plan.ts';
import { Reaction } from '../../../lib/driver/http/exchange/response-handlers.ts';
import type { HandledRequest } from '../../../lib/driver/model/session.ts';
import { runVirtually, totals } from '../session/shards.ts';
import { type Answer, headersOf, responseAfter } from './scripted-target.ts';

/** The handlers of a response run once each and in order. An error of a handler ends the reaction. */

/**
 * Code for a response (a reaction), with handlers that record their calls. The handler whose record is
 * `throws` throws an error.
 */
function reactionOf(throws?: string): { reaction: Reaction; request: HandledRequest; notes: string[] } {
  const notes: string[] = [];
  const session = { stopped: false, currentRequest: undefined as HandledRequest | undefined };
  const request = { session, sequence: {} } as unknown as HandledRequest;
  const note = (text: string): void => {
    assert.equal(session.currentRequest, request, `${text}: the request is not the current one`);
    notes.push(text);
    if (text === throws) throw new Error(text);
  };
  const plan = {
    onStatus: [1, 2].map((at) => (_request: unknown, status: number) => note(`status ${at} ${status}`)),
    onHeader: [1, 2].map((at) => () => ({
      begin: () => note(`header ${at} begins`),
      header: (_request: unknown, name: string, value: string) => note(`header ${at} ${name}=${value}`),
      end: () => note(`header ${at} ends`),
    })),
    onBody: [1, 2].map((at) => () => ({
      begin: () => note(`body ${at} begins`),
      data: (_session: unknown, _sequence: unknown, bytes: Buffer, last: boolean) =>
        note(`body ${at} '${bytes}'${last ? ' last' : ''}`),
      end: () => note(`body ${at} ends`),
      abort: () => note(`body ${at} breaks off`),
    })),
    onCompletion: [1, 2].map((at) => () => note(`completion ${at}`)),
  } as unknown as RequestPlan;
  return { reaction: new Reaction(plan), request, notes };
}

/** Passes a whole response to the handlers. Returns their errors. */
function react({ reaction, request }: ReturnType<typeof reactionOf>): readonly (string | undefined)[] {
  const failures = [
    reaction.start(request, 200, headersOf({ a: '1', b: ['2', '3'] })),
    reaction.data(request, Buffer.from('x')),
    reaction.data(request, Buffer.from('yz')),
    reaction.end(request),
    reaction.complete(request),
  ];
  assert.equal(request.session.currentRequest, undefined, 'the request is not current any more');
  return failures.map((failure) => failure?.message);
}

const each = (...texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => [`body 1 ${text}`, `body 2 ${text}`]);

suite('a response', () => {
  test('row 92: status, header, body and completion handlers are called once each, in order', () => {
    const made = reactionOf();
    assert.deepEqual(react(made), [undefined, undefined, undefined, undefined, undefined]);
    assert.deepEqual(made.notes, [
      ...['status 1 200', 'status 2 200', 'header 1 begins', 'header 2 begins'],
      ...['header 1 a=1', 'header 2 a=1', 'header 1 b=2', 'header 2 b=2', 'header 1 b=3', 'header 2 b=3'],
      ...['header 1 ends', 'header 2 ends', ...each('begins', "'x'", "'yz'")],
      ...["body 1 '' last", 'body 1 ends', "body 2 '' last", 'body 2 ends', 'completion 1', 'completion 2'],
    ]);
    made.notes.length = 0;
    react(made);
    assert.equal(made.notes.length, 24, 'and the same for the next response');
  });

  const locations: readonly (readonly [throws: string, at: number, last: string])[] = [
    ['status 1 200', 0, 'status 1 200'],
    ['header 2 begins', 0, 'header 2 begins'],
    ['header 1 b=2', 0, 'header 1 b=2'],
    ['header 1 ends', 0, 'header 1 ends'],
    ['body 1 begins', 1, 'body 1 begins'],
    ["body 1 'yz'", 2, "body 1 'yz'"],
    ["body 1 '' last", 3, "body 1 '' last"],
    ['body 2 ends', 3, 'body 2 ends'],
    ['completion 1', 4, 'completion 1'],
  ];
  for (const [throws, at, last] of locations)
    test(`returns the error of a handler that throws at '${throws}', and runs no later handler there`, () => {
      const made = reactionOf(throws);
      const steps = [
        () => made.reaction.start(made.request, 200, headersOf({ a: '1', b: ['2', '3'] })),
        () => made.reaction.data(made.request, Buffer.from('x')),
        () => made.reaction.data(made.request, Buffer.from('yz')),
        () => made.reaction.end(made.request),
        () => made.reaction.complete(made.request),
      ];
      const failures = steps.slice(0, at + 1).map((step) => step()?.message);
      assert.deepEqual(failures, [...new Array(at).fill(undefined), throws]);
      assert.equal(made.notes.at(-1), last);
      assert.equal(made.request.session.currentRequest, undefined);
    });

  test('that breaks off reports it once to each of its body handlers, and not to those of a head or of a whole one', () => {
    const made = reactionOf();
    const { reaction, request, notes } = made;
    reaction.start(request, 200, headersOf());
    assert.equal(reaction.abort(request), undefined);
    reaction.start(request, 200, headersOf());
    reaction.data(request, Buffer.from('x'));
    notes.length = 0;
    for (const _time of [1, 2]) assert.equal(reaction.abort(request), undefined);
    assert.deepEqual(notes, each('breaks off'));
    react(made);
    assert.equal(reaction.abort(request), undefined);
    assert.equal(notes.filter((note) => note.endsWith('breaks off')).length, 2);
  });

  test('that a handler of it breaks off is not taken away from under this handler', () => {
    const { request, notes } = reactionOf();
    const body = {
      data: () => {
        assert.equal(reaction.abort(request), undefined);
        assert.equal(request.session.currentRequest, request);
      },
      abort: () => notes.push('breaks off'),
    };
    const none = { onStatus: [], onHeader: [], onBody: [() => body], onCompletion: [] };
    const reaction = new Reaction(none as unknown as RequestPlan);
    reaction.start(request, 200, headersOf());
    assert.equal(reaction.data(request, Buffer.from('x')), undefined);
    assert.deepEqual(notes, []);
  });

  test('that breaks off gives the error back that a handler then throws', () => {
    const { reaction, request } = reactionOf('body 1 breaks off');
    reaction.start(request, 200, headersOf());
    reaction.data(request, Buffer.from('x'));
    assert.equal(reaction.abort(request)?.message, 'body 1 breaks off');
    assert.equal(request.session.currentRequest, undefined);
  });

  test('without handlers has nothing to react to', () => {
    const none = { onStatus: [], onHeader: [], onBody: [], onCompletion: [] } as unknown as RequestPlan;
    const { handles, readsBody } = new Reaction(none);
    assert.deepEqual([handles, readsBody], [false, false]);
  });
});

suite('a request whose handlers log and throw', () => {
  /** This step throws an error when it runs, because the variable is never set. */
  const throwing = { addToInt: 'unset += 1' };

  async function run(handler: object, answer: Answer, more: object = {}) {
    const { outcome, log, rows } = await runVirtually(
      {
        scenario: [{ main: [{ httpRequest: { GET: '/', timeout: '100ms', handler } }, { log: 'went on' }] }],
        ...more,
      },
      { answer: () => answer },
    );
    const { responses, invalid, internalErrors, timeouts, connectionErrors } = totals(rows());
    return { outcome, log, counts: { responses, invalid, internalErrors, timeouts, connectionErrors } };
  }

  const none = { responses: 0, invalid: 0, internalErrors: 0, timeouts: 0, connectionErrors: 0 };
  const body: Answer = { kind: 'response', afterMs: 1, body: 'abc' };

  test('row 92: runs status, header, body and completion in this order, over the wire of a response', async () => {
    const { log } = await run(
      {
        status: { action: { other: { log: 'status' } } },
        header: { filter: { header: 'a', processor: { log: 'header' } } },
        body: { log: 'body' },
        onCompletion: { log: 'completion' },
      },
      { ...body, headers: { a: '1' } },
    );
    assert.deepEqual(log, ['status', 'header', 'body', 'completion', 'went on']);
  });

  test('has the values of its body in a variable that a header handler wrote too', async () => {
    const processor = [{ store: 'text' }, { count: 'n' }];
    const { log } = await run(
      {
        header: { filter: { header: 'a', processor } },
        body: processor,
        onCompletion: { log: '${text} ${n}' },
      },
      { ...body, headers: { a: '1' } },
    );
    assert.deepEqual(log, ['abc 1', 'went on']);
  });

  test('row 102: an exception in a body handler is an internal error, no response, invalid, and ends the session', async () => {
    const { counts, log } = await run({ body: throwing, onCompletion: { log: 'completion' } }, body);
    assert.deepEqual([counts, log], [{ ...none, internalErrors: 1, invalid: 1 }, []]);
  });

  test('row 103: an exception in a completion handler is a response, an internal error, invalid, and ends the session', async () => {
    const { counts, log, outcome } = await run({ onCompletion: [throwing, { log: 'behind' }] }, body);
    assert.deepEqual([counts, log], [{ ...none, responses: 1, internalErrors: 1, invalid: 1 }, []]);
    assert.deepEqual(
      [outcome.result, outcome.errors],
      [
        'completed',
        ["phase 'test', sequence 'main', step 1 of 2 (httpRequest): variable 'unset' is not set"],
      ],
    );
  });

  test('completes after a timeout and after a connection error', async () => {
    const handler = { onCompletion: { log: 'completion' }, stopOnInvalid: false };
    const late = await run(handler, { kind: 'silence' });
    assert.deepEqual(
      [late.log, late.counts],
      [['completion', 'went on'], { ...none, timeouts: 1, invalid: 1 }],
    );
    const reset = await run(handler, { kind: 'reset', afterMs: 1 });
    assert.deepEqual(
      [reset.log, reset.counts],
      [['completion', 'went on'], { ...none, connectionErrors: 1, invalid: 1 }],
    );
  });

  const half = { ...body, breaksOff: 'reset' } as const;
  const queueing = { var: 'v', maxSize: 4, concurrency: 1, sequence: 'each', onCompletion: { log: 'done' } };

  async function runHalf(handler: object, { answer = half as Answer, dropsAtOnce = false } = {}) {
    const request = { GET: '/', timeout: '100ms', handler: { stopOnInvalid: false, ...handler } };
    const { log, outcome, rows } = await runVirtually(
      {
        scenario: {
          initialSequences: [{ main: [{ httpRequest: request }, { log: 'went on' }] }],
          sequences: [{ each: [{ log: 'value ${v[.]}' }] }],
        },
      },
      { answer: () => answer, dropsAtOnce },
    );
    return { log, outcome, counts: totals(rows()) };
  }

  for (const [how, answer] of [
    ['is reset', half],
    ['times out', { ...half, breaksOff: 'silence' }],
  ] as const)
    test(`a queue is done when its response ${how} half-way, with what it got until then`, async () => {
      const body = { json: { query: '.[]', processor: { queue: queueing } } };
      const { log, counts } = await runHalf({ body }, { answer: { ...answer, body: '[1, 2, 3' } });
      assert.deepEqual([log, counts.invalid], [['value 1', 'value 2', 'done', 'went on'], 1]);
    });

  test('a queue whose user ends with the half response does not complete', async () => {
    const thrown = await runHalf({ body: [{ queue: queueing }, { json: '.a -> a' }] });
    assert.deepEqual([thrown.log, thrown.counts.internalErrors], [[], 1]);
    for (const dropsAtOnce of [false, true]) {
      const body = [{ queue: queueing }, { json: { query: '.[]', processor: { fail: 'enough' } } }];
      const failed = await runHalf({ body }, { answer: { ...half, body: '[1, 2' }, dropsAtOnce });
      assert.deepEqual([failed.log, failed.outcome.result], [[], 'failed']);
    }
  });

  test('an error of a queue that completes at a half response is an internal error and ends the session', async () => {
    const { log, counts, outcome } = await runHalf({
      body: { queue: { ...queueing, onCompletion: throwing } },
      onCompletion: { log: 'completion' },
    });
    assert.deepEqual([log, counts.internalErrors, counts.connectionErrors, counts.invalid], [[], 1, 1, 1]);
    assert.match(outcome.errors.join(), /step 1 of 2 \(httpRequest\): variable 'unset' is not set/);
  });

  test('does not complete after its session was stopped', async () => {
    const { log, counts } = await run({ onCompletion: { log: 'completion' } }, responseAfter(90), {
      phase: { maxDurationMs: 50 },
    });
    assert.deepEqual([log, counts], [[], none]);
  });
});
