import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Command, type ConductorState, startConducting } from '../../../lib/driver/conducting/state.ts';
import {
  applyEvent,
  type ConductorDependencies,
  type ConductorStore,
  type NewEvent,
  type Respond,
} from '../../../lib/driver/conducting/transaction.ts';
import { conducting } from '../../../lib/driver/limits.ts';
import { node } from './graphs.ts';

/** An event is applied once whoever else writes, and a command stays due until its answer has arrived. */

const start = 1_000_000;

/** A store in memory. `rivals` writers come between a read and its write. */
class Memory implements ConductorStore {
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
};

/** Every look at the clock takes 10 ms. */
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
  return { store, commands, pauses, apply };
}

const arrival: NewEvent = { type: 'PhaseWaiting', phase: 0, token: 't' };
const release: Command = { type: 'release', phase: 0, token: 't', wakeAt: start + 10 - 2_000 };

suite('an event', () => {
  test('of a burst that has not begun changes nothing', async () => {
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
    assert.deepEqual(pauses, Array(3).fill(conducting.writePauseMs / 2));
    assert.equal(store.writes, 1);
  });

  test('is given up after so many attempts', async () => {
    const last = open(new Memory(conducting.writeAttemptsMax - 1));
    await last.apply({ type: 'StopRequested', reason: 'enough' });
    assert.equal(last.store.writes, 1);
    const { apply, pauses } = open(new Memory(conducting.writeAttemptsMax));
    await assert.rejects(apply({ type: 'StopRequested', reason: 'enough' }), /other writers were faster/);
    assert.equal(pauses.length, conducting.writeAttemptsMax);
  });
});

suite('a command', () => {
  test('whose answer got lost stays due, and the caller hears of it', async () => {
    const { apply, commands, store } = open();
    const broken: Respond = async () => {
      throw new Error('no network');
    };
    await assert.rejects(apply(arrival, broken), (error: AggregateError) => {
      assert.match(error.message, /burst b: commands are still due/);
      assert.match(String(error.errors), /no network/);
      return true;
    });
    assert.equal(store.state.phases[0]?.answered, false);
    await apply({ type: 'Tick' });
    await apply({ type: 'Tick' });
    assert.deepEqual(commands, [release]);
  });

  test('that nobody took stays due', async () => {
    const { apply, store } = open();
    assert.equal((await apply(arrival, async () => false))?.phases[0]?.answered, false);
    assert.equal(store.writes, 1);
  });

  test('of another phase is acknowledged although one failed', async () => {
    const { apply, store } = open();
    await apply({ type: 'PhaseWaiting', phase: 1, token: 'u' });
    await apply(arrival, async () => false);
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
