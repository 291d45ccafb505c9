import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { clockOffset, type Exchange } from '../../lib/driver/clock-offset.ts';

/** The offset of a clock follows from an exchange of packets. Its bound always contains the true offset. */

/**
 * Simulates an exchange with a time server. The machine's clock needs `offset` added, the server takes
 * `stays` to answer, and the two ways take `there` and `back`.
 */
function exchange(offset: number, there: number, back: number, stays = 1, serverBoundMs = 0): Exchange {
  const askedAt = 1_700_000_000_000;
  const receivedAt = askedAt + offset + there;
  const answeredAt = receivedAt + stays;
  return {
    sentAt: askedAt,
    serverReceivedAt: receivedAt,
    serverSentAt: answeredAt,
    receivedAt: answeredAt + back - offset,
    serverBoundMs,
  };
}

suite('the offset of a clock', () => {
  test('is exact where both ways take the same, with half of both as its bound', () => {
    assert.deepEqual(clockOffset([exchange(300, 4, 4)]), { offsetMs: 300, boundMs: 4 });
    assert.deepEqual(clockOffset([exchange(-300, 4, 4)]), { offsetMs: -300, boundMs: 4 });
  });

  test('comes from the exchange that was under way for the shortest time, in any place of the list', () => {
    const exchanges = [exchange(300, 40, 4), exchange(300, 3, 2), exchange(300, 2, 30)];
    assert.deepEqual(clockOffset(exchanges), { offsetMs: 300.5, boundMs: 2.5 });
    assert.deepEqual(clockOffset(exchanges.reverse()), { offsetMs: 300.5, boundMs: 2.5 });
  });

  test('is no better known than the time of the server', () => {
    assert.deepEqual(clockOffset([exchange(5, 1, 1, 1, 7)]), { offsetMs: 5, boundMs: 8 });
  });

  test('does not count the time that the server took', () => {
    assert.deepEqual(clockOffset([exchange(5, 1, 1, 5_000)]), { offsetMs: 5, boundMs: 1 });
  });

  test('is unknown without an exchange, and from one during which a clock was set', () => {
    assert.equal(clockOffset([]), undefined);
    const whole = exchange(0, 5, 5);
    assert.equal(clockOffset([{ ...whole, receivedAt: whole.sentAt - 1_000 }]), undefined);
    assert.equal(clockOffset([{ ...whole, serverSentAt: whole.serverReceivedAt - 1 }]), undefined);
    assert.deepEqual(clockOffset([{ ...whole, receivedAt: whole.sentAt }, exchange(9, 5, 5)]), {
      offsetMs: 9,
      boundMs: 5,
    });
  });

  test('is never wrong by more than its bound', () => {
    const ms = (max: number) => fc.double({ min: 0, max, noNaN: true });
    const ways = fc.array(fc.tuple(ms(500), ms(500), ms(20)), { minLength: 1, maxLength: 8 });
    const offsets = fc.double({ min: -5_000, max: 5_000, noNaN: true });
    fc.assert(
      fc.property(offsets, ways, (offset, each) => {
        const found = clockOffset(each.map(([there, back, stays]) => exchange(offset, there, back, stays)));
        assert.ok(found);
        // Epoch milliseconds have steps of a quarter of a microsecond, so a small difference is allowed.
        assert.ok(Math.abs(found.offsetMs - offset) <= found.boundMs + 0.001);
        const shortest = Math.min(...each.map(([there, back]) => there + back));
        assert.ok(Math.abs(found.boundMs - shortest / 2) < 0.001);
      }),
    );
  });
});
