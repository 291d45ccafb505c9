import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { exchanges } from '../../../../lib/driver/http/exchange/limits.ts';
import type { Processor } from '../../../../lib/driver/model/handlers.ts';
import type {
  HandledRequest,
  RunningSequence,
  Session,
  Value,
} from '../../../../lib/driver/model/session.ts';
import type { SequenceCompiler } from '../../../../lib/driver/scenario/kind.ts';
import { scenarios } from '../../../../lib/driver/scenario/limits.ts';
import { gunzip } from '../../../../lib/driver/scenario/processors/data/gzip-inflation.ts';
import { gzipInflator } from '../../../../lib/driver/scenario/processors/gzip-inflator.ts';
import { Collected, cuts, lend, pieces } from '../fragments.ts';

/** Compressed data is inflated as it arrives, for any fragments. Other data passes unchanged. */

before(() => gunzip.load());

type Fed = {
  readonly values: readonly string[];
  readonly logged: readonly string[];
  readonly invalid: number;
};

/** The output of the inflator for one response, after other responses that broke off. */
function inflate(
  fragments: readonly Buffer[],
  encoding: Value,
  behind: Processor = new Collected(),
  before: readonly Buffer[] = [],
): Fed {
  const logged: string[] = [];
  let invalid = 0;
  const compiler = {
    variables: { read: () => () => encoding },
    environment: { log: (line: string) => logged.push(line), load: () => {} },
    compileParts: () => [() => behind],
  };
  const processor = gzipInflator.compile(
    { encodingVar: 'encoding', processor: [] },
    compiler as unknown as SequenceCompiler,
  )();
  const currentRequest = { markInvalid: () => (invalid += 1) } as Partial<HandledRequest>;
  const [session, sequence] = [{ currentRequest } as unknown as Session, {} as RunningSequence];
  for (const broken of before) {
    processor.begin?.(session, sequence);
    lend(broken, (bytes) => processor.data(session, sequence, bytes, false));
  }
  processor.begin?.(session, sequence);
  for (const fragment of fragments)
    lend(fragment, (bytes) => processor.data(session, sequence, bytes, false));
  processor.data(session, sequence, Buffer.alloc(0), true);
  processor.end?.(session, sequence);
  return { values: behind instanceof Collected ? behind.values : [], logged, invalid };
}

/** The text is larger than the inflator's buffer even when it is compressed. */
const long = Array.from({ length: 60_000 }, (_word, index) =>
  ((index * 2_654_435_761) >>> 0).toString(36),
).join(' ');

describe('gzipInflator', () => {
  it('row 95 (gzipInflator): gives the inflated text, cut at every byte', () => {
    for (const fragments of cuts(gzipSync('{"id":1,"name":"čaj"}'), 11))
      assert.deepEqual(inflate(fragments, 'gzip'), {
        values: ['{"id":1,"name":"čaj"}'],
        logged: [],
        invalid: 0,
      });
  });

  it('row 95 (gzipInflator): inflates what is too long to be held as it arrives', () => {
    const compressed = gzipSync(long);
    assert.ok(compressed.length > 2 * scenarios.gzipHeldBytesMax);
    for (const size of [1000, 4096, 65_536, compressed.length]) {
      const { values, logged, invalid } = inflate(pieces(compressed, size), 'gzip');
      assert.ok(values.length === 1 && values[0] === long, `in fragments of ${size}`);
      assert.deepEqual([logged, invalid], [[], 0]);
    }
  });

  it('passes other data as it is, from its first fragment on', () => {
    for (const encoding of [undefined, 'identity', 'br', 'gzipped'])
      assert.deepEqual(inflate([Buffer.from('first '), Buffer.from('second')], encoding).values, [
        'first second',
      ]);
  });

  it('reads the encoding in any case, as text or bytes, with blanks', () => {
    for (const encoding of ['GZip', ' gzip ', 'x-gzip', Buffer.from('gzip')])
      assert.deepEqual(inflate([gzipSync('a')], encoding).values, ['a']);
  });

  it('takes an empty body for an empty value', () => assert.deepEqual(inflate([], 'gzip').values, ['']));

  for (const [name, first, second] of [
    ['short', 'one ', 'two'],
    ['long', long, 'two'],
  ] as const) {
    it(`takes several members for one value, and zeros behind them for padding: ${name}`, () => {
      const members = Buffer.concat([gzipSync(first), gzipSync(second)]);
      for (const padding of [0, 1, 12, 5000]) {
        const { values, logged } = inflate(
          pieces(Buffer.concat([members, Buffer.alloc(padding)]), 50_000),
          'gzip',
        );
        assert.ok(values.length === 1 && values[0] === first + second, String(padding));
        assert.deepEqual(logged, []);
      }
    });
  }

  const compressed = gzipSync(long);
  const flipped = Buffer.from(gzipSync('{"id":1}'));
  flipped[12] = flipped[12]! ^ 0xff;
  for (const [name, data] of [
    ['no gzip', Buffer.from('hello world, this is none')],
    ['no gzip, long', Buffer.alloc(100_000, 'x')],
    ['cut off', gzipSync('{"id":1}').subarray(0, -9)],
    ['cut off, long', compressed.subarray(0, -100)],
    ['damaged', flipped],
    ['followed by something else', Buffer.concat([gzipSync('a'), Buffer.from('hello')])],
    ['followed by something else, long', Buffer.concat([compressed, Buffer.from('hello')])],
  ] as const)
    it(`makes the request invalid and ends no value when the data is ${name}`, () => {
      for (const size of [30_000, data.length]) {
        const { values, logged, invalid } = inflate(pieces(data, size), 'gzip');
        assert.deepEqual([values, invalid], [[], 1]);
        assert.match(logged.join(), /^gzipInflator: the gzip data of a response cannot be decompressed: /);
      }
    });

  it('forgets a response that broke off', () => {
    const before = [gzipSync('{"id":1}').subarray(0, 20), compressed, Buffer.from('no gzip')];
    for (const last of [0, 1, 2]) {
      const behind = new Collected();
      assert.deepEqual(inflate([gzipSync('new')], 'gzip', behind, before.slice(last)).values, ['new']);
    }
    const { values, invalid } = inflate([Buffer.alloc(100_000)], 'gzip', new Collected(), [compressed]);
    assert.deepEqual([values, invalid], [[], 1]);
  });

  it('stops at a bound, at once or piece by piece', () => {
    const zeros = gzipSync(Buffer.alloc(exchanges.inflatedBytesMax + 4096));
    for (const bomb of [zeros, Buffer.concat([compressed, zeros])]) {
      let [longest, total] = [0, 0];
      const { logged, invalid } = inflate(pieces(bomb, 65_536), 'gzip', {
        data(_session, _sequence, { length }) {
          longest = Math.max(longest, length);
          total += length;
        },
      });
      assert.deepEqual(
        [logged, invalid],
        [
          [
            'gzipInflator: the gzip data of a response has more than 67,108,864 bytes when it is decompressed',
          ],
          1,
        ],
      );
      assert.ok(total <= exchanges.inflatedBytesMax);
      assert.ok(longest <= 4 * 1024 * 1024, String(longest));
    }
  });

  it('lets an error of a processor behind it be that', () => {
    const behind: Processor = {
      data() {
        throw new Error('mine');
      },
    };
    assert.throws(() => inflate([gzipSync('a')], 'gzip', behind), /^Error: mine$/);
  });
});
