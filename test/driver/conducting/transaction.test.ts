import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { reduce } from '../../../lib/driver/conducting/conductor.ts';
import { conducting } from '../../../lib/driver/conducting/limits.ts';
import type { Start } from '../../../lib/driver/conducting/replies.ts';
import { type Command, type ConductorState, startConducting } from '../../../lib/driver/conducting/state.ts';
import type { Flag } from '../../../lib/driver/conducting/stop-flag.ts';
import {
  applyEvent,
  type ConductorDependencies,
  type ConductorStore,
  type NewEvent,
  type Respond,
} from '../../../lib/driver/conducting/transaction.ts';
import { pacing } from '../../../lib/driver/planning/pacing/limits.ts';
import { node } from './graphs.ts';

/**
 * Each event of a burst changes the state of the conductor once, although several functions may write the
 * state at the same time. The conductor repeats a command to the state machine until the reply has arrived.
 */

const start = 1_000_000;

/**
 * A conductor's store in memory. `rivals` other writers change the state between each read and the write that
 * follows.
 */
class Memory implements ConductorStore {
  readonly flags: { version: number; flag: Flag; copies: number }[] = [];
  readonly starts: { version: number; phase: number; start: Start; copies: number }[] = [];
  /** The task tokens of waiting states, by phase. */
  readonly tokens = new Map<number, string>();
  /** The reason of a stop that a user requested without a function. */
  stop: string | undefined;
  broken = false;
  version = 1;
  writes = 0;
  state: ConductorState;
  rivals: number;

  constructor(rivals = 0) {
    const graph = [node('a'), node('b', { startAfterStrict: [0] })];
    this.state = startConducting({ graph, failurePolicy: 'CANCEL', leadMs: 2_000, startedAt: start });
    this.rivals = rivals;
  }

  readonly conductor: ConductorStore['conductor'] = async (burst) =>
    burst === 'b' ? { version: this.version, state: this.state } : undefined;

  readonly flag: ConductorStore['flag'] = async () => (this.stop === undefined ? {} : { stop: this.stop });

  readonly putFlag: ConductorStore['putFlag'] = async (_burst, version, flag, copies) => {
    if (this.broken) throw new Error('no table');
    this.flags.push({ version, flag, copies });
  };

  readonly putStart: ConductorStore['putStart'] = async (_burst, phase, version, start, copies) => {
    if (this.broken) throw new Error('no table');
    this.starts.push({ version, phase, start, copies });
  };

  readonly token: ConductorStore['token'] = async (_burst, phase) => {
    const mark = this.tokens.get(phase);
    return mark === undefined ? undefined : { mark };
  };

  readonly replaceConductor: ConductorStore['replaceConductor'] = async (_burst, version, state) => {
    if (this.rivals > 0) {
      this.rivals -= 1;
      this.version += 1;
    }
    if (version !== this.version) return false;
    this.version += 1;
    this.writes += 1;
    this.state = state;
    return true;
  };
}

type Bench = {
  readonly store: Memory;
  readonly commands: Command[];
  readonly pauses: number[];
  readonly apply: (event: NewEvent, respond?: Respond) => Promise<ConductorState | undefined>;
  /** Waits so long that another writer may send the replies that are still due. */
  readonly later: () => void;
};

/** Opens a conductor's store. Every read of the clock takes 10 ms. */
function open(store = new Memory()): Bench {
  const commands: Command[] = [];
  const pauses: number[] = [];
  let now = start;
  const dependencies: ConductorDependencies = {
    store,
    respond: async (command) => commands.push(command) > 0,
    now: () => (now += 10),
    pause: async (ms) => pauses.push(ms),
    random: () => 0.5,
  };
  const apply: Bench['apply'] = (event, respond = dependencies.respond) =>
    applyEvent({ ...dependencies, respond }, 'b', event);
  const later = (): void => {
    now += conducting.repairMs;
  };
  return { store, commands, pauses, apply, later };
}

const arrival: NewEvent = { type: 'PhaseWaiting', phase: 0, token: 't' };
const release: Command = { type: 'release', phase: 0, token: 't', wakeAt: start + 10 - 2_000 };

suite('an event', () => {
  test('changes nothing before the burst has begun', async () => {
    const { store } = open();
    const nobody = { respond: async () => true, now: () => 0, pause: async () => {}, random: () => 0 };
    assert.equal(await applyEvent({ store, ...nobody }, 'nobody', arrival), undefined);
    assert.equal(store.writes, 0);
  });

  test('is written, its command is performed, and the answer is written', async () => {
    const { store, commands, apply, pauses } = open();
    const state = await apply(arrival);
    assert.deepEqual(commands, [release]);
    assert.deepEqual([store.writes, store.version, pauses.length], [2, 3, 0]);
    assert.deepEqual(store.state, state);
    assert.equal(state?.phases[0]?.answered, true);
    await apply({ type: 'Tick' });
    assert.equal(commands.length, 1, 'what is answered is not due again');
  });

  test('that only moves the clock is not written', async () => {
    const { store, apply } = open();
    assert.equal((await apply({ type: 'Tick' }))?.at, start + 10);
    assert.deepEqual([store.writes, store.state.at], [0, start]);
  });

  test('that meets other writers is applied to what they wrote, at the instant of the attempt that wins', async () => {
    const { apply, pauses, store } = open(new Memory(3));
    const state = await apply({ type: 'StopRequested', reason: 'enough' });
    assert.deepEqual(state?.stop, { at: start + 40, reason: 'enough' });
    const { writePauseMs: each } = conducting;
    assert.deepEqual(pauses, [each / 2, each, (each * 3) / 2], 'the longer the more often');
    assert.equal(store.writes, 2, 'the stop, and the signals that are published');
  });

  test('is given up after so many attempts', async () => {
    const last = open(new Memory(conducting.writeAttemptsMax - 1));
    await last.apply({ type: 'StopRequested', reason: 'enough' });
    assert.equal(last.store.writes, 2);
    assert.equal(Math.max(...last.pauses), conducting.writePauseMsMax / 2);
    const { apply, pauses } = open(new Memory(conducting.writeAttemptsMax));
    await assert.rejects(
      apply({ type: 'StopRequested', reason: 'enough' }),
      /other functions changed the state/,
    );
    assert.equal(pauses.length, conducting.writeAttemptsMax);
  });
});

suite('a command', () => {
  test('stays due when its reply got lost, and the caller gets an error', async () => {
    const { apply, commands, store, later } = open();
    const broken: Respond = async () => {
      throw new Error('no network');
    };
    await assert.rejects(apply(arrival, broken), (error: AggregateError) => {
      assert.match(
        error.message,
        /burst b: some replies to the state machine or signals to load generators could not be sent/,
      );
      assert.match(String(error.errors), /no network/);
      return true;
    });
    assert.equal(store.state.phases[0]?.answered, false);
    await apply({ type: 'Tick' });
    assert.deepEqual(commands, [], 'the writer that made it due may still be at it');
    later();
    await apply({ type: 'Tick' });
    await apply({ type: 'Tick' });
    assert.deepEqual(commands, [release]);
  });

  test('that no state took stays due', async () => {
    const { apply, store } = open();
    assert.equal((await apply(arrival, async () => false))?.phases[0]?.answered, false);
    assert.equal(store.writes, 2, 'the release, and the signals that are published');
  });

  test('is acknowledged although a command of another phase failed', async () => {
    const { apply, store, later } = open();
    store.tokens.set(1, 'u');
    await apply({ type: 'PhaseWaiting', phase: 1, token: 'u' });
    await apply(arrival, async () => false);
    later();
    const failing: Respond = async ({ token }, state) => {
      assert.deepEqual(state.stop?.reason, 'enough');
      if (token === 't') throw new Error('no network');
      return true;
    };
    await assert.rejects(apply({ type: 'StopRequested', reason: 'enough' }, failing));
    assert.deepEqual(
      store.state.phases.map(({ answered }) => answered),
      [false, true],
    );
  });
});

suite('drives', () => {
  const wait = { kind: 'wait', ms: 40, tickAt: start + 10 + pacing.readyMsMax };

  test('get new signals under their version, and nothing twice', async () => {
    const { apply, store } = open();
    await apply(arrival);
    assert.deepEqual(store.starts, [{ version: 2, phase: 0, start: wait, copies: 1 }]);
    assert.deepEqual(store.flags, []);
    await apply({ type: 'Tick' });
    await apply({ type: 'PhaseReady', phase: 0 });
    const t0 = store.state.phases[0]?.t0 ?? assert.fail('no start');
    const reported = { kind: 'start', t0, lookAt: t0 - 600 };
    assert.deepEqual(store.starts.slice(1), [{ version: 4, phase: 0, start: reported, copies: 1 }]);
    await apply({ type: 'StopRequested', reason: 'enough' });
    assert.deepEqual(store.flags, [{ version: 6, flag: { stop: 'enough' }, copies: 1 }]);
    assert.equal(store.starts.length, 2, 'who has a start reads the flag');
    assert.equal(store.state.due, undefined);
  });

  test('get from a later event the signals that an event could not publish', async () => {
    const { apply, store, later } = open();
    store.broken = true;
    await assert.rejects(
      apply(arrival),
      /some replies to the state machine or signals to load generators could not be sent/,
    );
    assert.deepEqual(Object.keys(store.state.due ?? {}), ['0']);
    assert.equal(store.state.phases[0]?.answered, true, 'what could be done is done');
    store.broken = false;
    await apply({ type: 'Tick' });
    assert.deepEqual(store.starts, [], 'the writer that publishes it may still be at it');
    later();
    await apply({ type: 'Tick' });
    assert.deepEqual(
      store.starts.map(({ phase, start: reported }) => [phase, reported]),
      [[0, wait]],
    );
    assert.equal(store.state.due, undefined);
    await apply({ type: 'Tick' });
    assert.equal(store.starts.length, 1);
  });

  test('stay due for a signal that changes while the old one is published', async () => {
    const { apply, store, later } = open();
    const { putStart } = store;
    let once = false;
    Object.assign(store, {
      putStart: async (...input: Parameters<typeof putStart>) => {
        if (!once) {
          once = true;
          // Another writer stores the stop and fails before it sends the replies.
          const { state } = reduce(store.state, { type: 'StopRequested', reason: 'enough', at: start });
          Object.assign(store, { state, version: store.version + 1 });
        }
        return putStart(...input);
      },
    });
    await apply(arrival);
    assert.deepEqual(Object.keys(store.state.due ?? {}), ['0', 'flag']);
    later();
    await apply({ type: 'Tick' });
    assert.deepEqual(store.starts.at(-1)?.start, { kind: 'stop', reason: 'enough' });
    assert.deepEqual(store.flags.at(-1)?.flag, { stop: 'enough' });
    assert.equal(store.state.due, undefined);
  });

  test('are not left alone in a burst that was stopped without a function: the conductor stops too', async () => {
    const { apply, store } = open();
    await apply(arrival);
    store.stop = 'stopped without a function';
    const state = await apply({ type: 'Tick' });
    assert.equal(state?.stop?.reason, store.stop);
    assert.deepEqual(
      state?.phases.map(({ status }) => status),
      ['CANCELLED', 'CANCELLED'],
    );
  });
});

suite('a waiting state', () => {
  test('for a start that is far away is not worth a write', async () => {
    const { apply, store } = open();
    await apply(arrival);
    const { writes } = store;
    await apply({ type: 'PhaseWaiting', phase: 1, token: 'u' });
    await apply({ type: 'PhaseWaiting', phase: 1, token: 'v' });
    assert.equal(store.writes, writes);
  });

  test('is found when the start is near, and answered at once', async () => {
    const { apply, store, commands } = open();
    await apply(arrival);
    await apply({ type: 'PhaseReady', phase: 0 });
    store.tokens.set(1, 'u');
    await apply({ type: 'PhaseTerminated', phase: 0 });
    assert.deepEqual(
      commands.map(({ type, token }) => [type, token]),
      [
        ['release', 't'],
        ['release', 'u'],
      ],
    );
    assert.equal(store.state.phases[1]?.answered, true);
  });

  test('is found when there is a stop, and hears of it', async () => {
    const { apply, store, commands } = open();
    await apply(arrival);
    store.tokens.set(1, 'u');
    await apply({ type: 'StopRequested', reason: 'enough' });
    assert.deepEqual(commands.at(-1), { type: 'cancel', phase: 1, token: 'u', reason: 'enough' });
    const { writes } = store;
    await apply({ type: 'PhaseWaiting', phase: 1, token: 'u' });
    assert.deepEqual([commands.length, store.writes], [2, writes], 'who is answered is not answered again');
  });
});
