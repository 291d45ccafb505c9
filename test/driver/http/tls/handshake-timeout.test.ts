import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { suite, test } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { connecting } from '../../../../lib/driver/http/limits.ts';
import { reachableTargets } from '../../../../lib/driver/http/preflight/preflight.ts';
import { boundHandshake, openingMsMax } from '../../../../lib/driver/http/tls/handshake-timeout.ts';
import { Tickets } from '../../../../lib/driver/http/tls/tickets.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { secureTarget } from './servers.ts';

/** Tests the time limit of a TLS handshake, without a server. */

class Socket extends EventEmitter {
  readonly ended: string[] = [];

  destroy(error: NodeJS.ErrnoException): void {
    this.ended.push(error.code ?? '');
    this.emit('close');
  }

  get itself(): TLSSocket {
    return this as unknown as TLSSocket;
  }
}

suite('the time limit of a handshake', () => {
  const bound = async (...events: readonly (string | number)[]) => {
    const time = new VirtualClock();
    const socket = new Socket();
    boundHandshake(socket.itself, 1000, time.clock);
    for (const event of events)
      if (typeof event === 'number') await time.pass(event);
      else socket.emit(event);
    return { ended: socket.ended, waiting: time.waiting };
  };

  test('ends a socket that is connected and no further', async () => {
    assert.deepEqual((await bound('connect', 990)).ended, []);
    assert.deepEqual(await bound('connect', 1010), { ended: ['ERR_TLS_HANDSHAKE_TIMEOUT'], waiting: 0 });
  });

  test('does not run before it is connected, nor behind the handshake or the end', async () => {
    for (const event of ['lookup', 'secureConnect', 'close'])
      assert.deepEqual(await bound(...(event === 'lookup' ? [] : ['connect']), event, 5000), {
        ended: [],
        waiting: 0,
      });
  });

  test('adds to the time that opening a connection has', () => {
    const most = (protocol: string, handshakeTimeoutMs?: number) =>
      openingMsMax({ protocol, tls: handshakeTimeoutMs === undefined ? {} : { handshakeTimeoutMs } });
    const { reachMsMax } = connecting;
    assert.deepEqual(
      [most('http', 5000), most('https'), most('https', 5000)],
      [reachMsMax, reachMsMax + connecting.handshakeMs, reachMsMax + 5000],
    );
  });

  test('counts ahead of the load when it is written, and then up to its default', () => {
    const limits = [undefined, 5000, connecting.handshakeMsMax];
    const targets = limits.map((ms) =>
      secureTarget(1, ms === undefined ? undefined : { handshakeTimeoutMs: ms }),
    );
    assert.deepEqual(
      reachableTargets(targets, new Map()).map(({ reachMs = 0 }) => reachMs - connecting.reachMsMax),
      [0, 5000, connecting.handshakeMs],
    );
  });
});

test('the newest session is kept, until a handshake fails', () => {
  const tickets = new Tickets();
  const [good, bad] = [new Socket(), new Socket()];
  tickets.watch(good.itself);
  good.emit('secureConnect');
  const [one, two] = [Buffer.from('one'), Buffer.from('two')];
  good.emit('session', one);
  good.emit('session', two);
  good.emit('close');
  assert.equal(tickets.newest, two);
  tickets.watch(bad.itself);
  bad.emit('close');
  assert.equal(tickets.newest, undefined);
});
