import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Queue } from '../../../lib/local/queues/queue.ts';
import { scratchDir } from '../scratch.ts';
import { messages } from './messages.ts';

describe('a queue on disk', () => {
  it('has at the next start all messages that were not deleted, also delivered ones', (t) => {
    const { open } = scratch(t);
    const queue = open();
    queue.send(messages('a', 'b', 'c'));
    const [a] = queue.receive(2);
    queue.delete([a?.receipt ?? '']);
    assert.deepEqual(bodies(open()), ['b', 'c']);
  });

  it('takes a message once for as long as it is here, also after a start, and again after it was deleted', (t) => {
    const { open } = scratch(t);
    const [id] = open().send(messages('a'));
    const queue = open();
    assert.deepEqual(queue.send(messages('a', 'b', 'a')), [id, queue.send(messages('b'))[0], id]);
    const received = queue.receive(10);
    assert.deepEqual(
      received.map(({ body }) => body),
      ['a', 'b'],
    );
    queue.send(messages('a'));
    assert.deepEqual(bodies(queue), [], 'somebody has it');
    queue.delete([received[0]?.receipt ?? '']);
    queue.send(messages('a', 'b'));
    assert.deepEqual(bodies(queue), ['a']);
  });

  it('counts for nothing what a kill interrupted, and counts what came back', (t) => {
    const { open, time } = scratch(t);
    const queue = open();
    queue.send(messages('a'));
    queue.receive(1);
    assert.equal(open().receive(1)[0]?.receives, 1);
    time.now += 31_000;
    assert.equal(queue.receive(1)[0]?.receives, 2);
    assert.equal(open().receive(1)[0]?.receives, 2);
  });

  it('lets groups take turns, also after a start, and delivers the oldest message of a group first', (t) => {
    const { open } = scratch(t);
    const queue = open();
    const of = (group: string, ...bodies: readonly string[]) => bodies.map((body) => ({ body, group }));
    queue.send(of('large', 'a1', 'a2', 'a3', 'a4'));
    queue.send(messages('x1', 'x2'));
    queue.receive(1);
    queue.send(of('small', 'b1'));
    assert.deepEqual(bodies(queue), ['x1', 'a2', 'b1', 'x2', 'a3', 'a4']);
    assert.deepEqual(bodies(open()), ['a1', 'x1', 'b1', 'a2', 'x2', 'a3', 'a4']);
  });

  it('takes back a message of a group that a receiver did not process', (t) => {
    const { open, time } = scratch(t);
    const queue = open();
    queue.send([{ body: 'a', group: 'one' }]);
    assert.equal(queue.receive(1)[0]?.group, 'one');
    time.now += 31_000;
    const [again] = queue.receive(1);
    assert.equal(again?.group, 'one');
    queue.delete([again?.receipt ?? '']);
    assert.deepEqual(queue.counts, { waiting: 0, out: 0, oldestAt: undefined });
  });

  it('begins again behind a line that the end of the process tore', (t) => {
    const { open, file } = scratch(t);
    open().send(messages('a'));
    appendFileSync(file, '{"id":"torn","bo');
    const queue = open();
    queue.send(messages('b'));
    assert.deepEqual(bodies(open()), ['a', 'b']);
  });

  it('keeps its file as small as what is in it', (t) => {
    const { open, file } = scratch(t);
    const queue = open();
    for (let n = 0; n < 400; n += 1) {
      queue.send(messages(`${n} ${'x'.repeat(20_000)}`));
      queue.delete(queue.receive(1).map(({ receipt }) => receipt));
    }
    assert.ok(statSync(file).size < 3 * 1024 * 1024, String(statSync(file).size));
    queue.send(messages('last'));
    assert.deepEqual(bodies(open()), ['last']);
    assert.equal(readFileSync(file, 'utf8').split('\n').length, 2);
  });

  it('hands a message out again when its time is over, and knows when that is', (t) => {
    const { open, time } = scratch(t);
    const queue = open();
    queue.send(messages('a'));
    const [first] = queue.receive(1);
    assert.equal(queue.nextAt, time.now + 30_000);
    queue.show(first?.receipt ?? '', 5);
    assert.equal(queue.nextAt, time.now + 5000);
    time.now += 4999;
    assert.deepEqual(queue.receive(1), []);
    time.now += 1;
    assert.equal(queue.receive(1)[0]?.receives, 2);
    assert.throws(() => queue.show(first?.receipt ?? '', 0), { code: 'MessageNotInflight' });
  });
});

const bodies = (queue: Queue): string[] => queue.receive(10).map(({ body }) => body);

function scratch(t: TestContext) {
  const time = { now: 1000 };
  const file = join(scratchDir(t), 'queue.jsonl');
  const open = (): Queue => new Queue({ file, visibilityS: 30, now: () => time.now });
  return { open, time, file };
}
