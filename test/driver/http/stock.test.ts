/**
 * The stock of idle connections gives away the connection that became idle last, if it accepts a request. A
 * user who leaves while it waits for a connection gets none.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectionGauges } from '../../../lib/driver/http/connection-gauges.ts';
import type { Connection } from '../../../lib/driver/http/pooled-connection.ts';
import { Stock } from '../../../lib/driver/http/strategies/connection-stock.ts';
import { SessionConnections } from '../../../lib/driver/http/strategies/session-connections.ts';
import type { StrategyEnvironment } from '../../../lib/driver/http/strategies/strategy.ts';
import type { Session } from '../../../lib/driver/model/session.ts';
import { targetAt } from '../session/shards.ts';
import { VirtualClock } from '../virtual-clock.ts';

type Stub = { acceptsMore: boolean; inFlight: number };

/** The environment of a strategy with at most this number of connections, which need no target. */
function environmentOf(max: number): { readonly made: Stub[]; readonly environment: StrategyEnvironment } {
  const made: Stub[] = [];
  const environment: StrategyEnvironment = {
    target: { ...targetAt(80), shardConnections: { core: 0, max, buffer: 0 } },
    clock: new VirtualClock().clock,
    gauges: { blocked: { add() {} } } as unknown as ConnectionGauges,
    notice: () => assert.fail(),
    claim() {},
    connection() {
      const connection: Stub = { acceptsMore: true, inFlight: 0 };
      made.push(connection);
      return connection as unknown as Connection;
    },
  };
  return { made, environment };
}

test('an idle connection that accepts no request is passed over, and stays in the stock', () => {
  const { made, environment } = environmentOf(2);
  const stock = new Stock(environment, { changed() {}, ready() {} });
  for (const connection of [stock.take(), stock.take()]) stock.putBack(connection as Connection);
  const [older, latest] = made;
  latest!.acceptsMore = false;
  assert.equal(stock.take(), older);
  assert.equal(stock.take(), undefined);
  latest!.acceptsMore = true;
  assert.equal(stock.take(), latest);
});

test('the connection of a user goes to the next user who still waits', () => {
  const strategy = new SessionConnections(environmentOf(1).environment, 'shared');
  const sent: string[] = [];
  const leave: Record<string, () => void> = {};
  const asks = (user: string): void =>
    strategy.submit({
      session: {
        atEnd: (call: () => void) => {
          leave[user] = call;
        },
      } as unknown as Session,
      send: () => sent.push(user),
    });
  for (const user of ['first', 'impatient', 'patient']) asks(user);
  leave.impatient!();
  leave.first!();
  assert.deepEqual(sent, ['first', 'patient']);
});
