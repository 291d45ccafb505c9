import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { bundleFunctions } from '../../../lib/bundle.ts';
import { freeMemory } from '../../../lib/local/function-host/collect-garbage.ts';
import { type Group, ownGroup } from '../../../lib/local/function-host/groups.ts';
import { createFunctionHost, type FunctionHost } from '../../../lib/local/function-host/host.ts';
import { steadyClock } from '../../../lib/local/steady-clock.ts';
import type { InProcessRequest } from '../../../lib/store/sdk/in-process.ts';
import { afterwards, scratchDir, suiteScope } from '../scratch.ts';

const source = join(import.meta.dirname, '../fixtures/functions');
const names = [
  'api/behave',
  'driver/behave',
  'api/in-process',
  'driver/in-process',
  'api/broken',
  'api/no-handler',
];
const functions = names.map((name) => ({ name, memoryMb: 256, timeoutS: 20 }));
const impatient = functions.map((spec) => ({ ...spec, timeoutS: 0.3 }));

describe('the function host invokes bundles as Lambda does', () => {
  const scope = suiteScope();
  let bundleDir: string;
  let logDir: string;
  let host: FunctionHost;

  const hostOf = async (
    more: Partial<Parameters<typeof createFunctionHost>[0]> = {},
  ): Promise<FunctionHost> => {
    const made = await createFunctionHost({
      functions,
      bundleDir,
      logDir,
      environment: { GIVEN: 'yes' },
      ...more,
    });
    afterwards(scope, () => made.close());
    return made;
  };

  before(async () => {
    bundleDir = scratchDir(scope);
    logDir = scratchDir(scope);
    await bundleFunctions(bundleDir, names, { source });
    host = await hostOf();
  });

  test('a step of the wall clock moves the clock of functions only when no execution holds it', async (t) => {
    const hourMs = 3_600_000;
    const { now } = Date;
    const stepped = async (name: string): Promise<number> => {
      const { payload } = await host.invoke(name, { act: 'clock' });
      return Math.round((JSON.parse(payload).now - now()) / hourMs) + 0;
    };
    for (const name of ['api/behave', 'driver/behave']) {
      const held = steadyClock.hold();
      const step = t.mock.method(Date, 'now', () => now() - hourMs);
      assert.equal(await stepped(name), 0);
      held[Symbol.dispose]();
      assert.equal(await stepped(name), -1);
      step.mock.restore();
      assert.equal(await stepped(name), 0);
    }
  });

  test('a function in a thread calls stores through its host, one in a process does not', async () => {
    const urls = ['http://127.0.0.1:1', 'http://127.0.0.1:2'];
    const held: (() => void)[] = [];
    const call = async (url: string, { path, body }: InProcessRequest) => {
      // Three calls wait at a time. The call that began last gets its answer first.
      await new Promise<void>((resolve) => {
        held.push(resolve);
        if (held.length % 3 === 0) for (const each of held.splice(0).reverse()) each();
      });
      const text = `${url}${path} ${Buffer.from(body)} of ${body.length}`;
      if (text.includes('socket')) return undefined;
      return { status: 201, headers: {}, body: text.includes('bytes') ? Buffer.from(text) : text };
    };
    const host = await hostOf();
    const inProcess = urls.map((url) => ({ url, call: call.bind(undefined, url) }));
    host.configure({ variables: {}, inProcess });
    const invoked = async (name: string, event: object) =>
      JSON.parse((await host.invoke(name, event)).payload);
    const bodies = ['text', 'bytes', 'socket'];
    for (const url of urls) {
      const answered = [`201 ${url}/tell text of 4`, `201 ${url}/tell bytes of 5`, 'the socket'];
      assert.deepEqual(await invoked('api/in-process', { url, bodies }), answered);
    }
    const unanswered = bodies.map(() => 'the socket');
    assert.deepEqual(await invoked('api/in-process', { url: 'http://127.0.0.1:3', bodies }), unanswered);
    assert.deepEqual(await invoked('driver/in-process', { url: urls[0], bodies }), unanswered);
  });

  test('a thread that yields has less of the processor than its host, also where the host yields itself', {
    skip: process.platform !== 'linux',
  }, async () => {
    setPriority(Math.max(getPriority(), 7));
    const group: Group = { ...ownGroup('api/behave'), isYielding: true };
    const yielding = await hostOf({ groups: [group] });
    const { payload } = await yielding.invoke('api/behave', { act: 'tell' });
    assert.ok(JSON.parse(payload).priority > getPriority(), payload);
  });

  for (const [kind, own, other] of [
    ['thread', 'api/behave', 'driver/behave'],
    ['process', 'driver/behave', 'api/behave'],
  ] as const)
    test(`a ${kind} runs the functions of its script from it, and keeps compiled code at the end`, async () => {
      const [folder, compiled] = [scratchDir(scope), scratchDir(scope)];
      const script = join(folder, 'script.cjs');
      const of = (name: string) => `'${name}': async () => ({ handler: () => 'from the script' })`;
      writeFileSync(script, `exports.functions = { ${of('api/behave')}, ${of('driver/behave')} };`);
      const environment = { NODE_COMPILE_CACHE: compiled };
      const scripted = await hostOf({ scripts: { [kind]: script }, environment });
      const invoked = async (name: string) => (await scripted.invoke(name, { act: 'nothing' })).payload;
      assert.equal(await invoked(own), '"from the script"');
      assert.equal(await invoked(other), 'null');
      assert.match(await invoked('api/no-handler'), /HandlerNotFound/);
      await scripted.endLoad();
      await scripted.close();
      assert.equal(globSync(join(compiled, 'scripts', '*')).length, 1);
    });

  for (const name of ['api/behave', 'driver/behave']) {
    const result = async (from: FunctionHost, event: object) => {
      const { payload, functionError } = await from.invoke(name, event);
      assert.equal(functionError, undefined, payload);
      return JSON.parse(payload);
    };
    const error = async (from: FunctionHost, event: object) => {
      const { payload, functionError } = await from.invoke(name, event);
      assert.equal(functionError, 'Unhandled');
      return JSON.parse(payload);
    };

    test(`${name}: unused memory is freed when there is nothing to do`, async () => {
      const resting = await hostOf({ limits: { restMs: 20 } });
      const own = new WeakRef({ text: name.repeat(100) });
      await resting.invoke(name, { act: 'leave' });
      // Polling takes processor time too, so each pause between two polls is longer than the previous one.
      for (let ms = 50; ; ms *= 2) {
        await new Promise((resolve) => setTimeout(resolve, ms));
        const { isThere } = await result(resting, { act: 'look' });
        if (!isThere && own.deref() === undefined) return;
        assert.ok(ms < 5000, 'still there');
      }
    });

    test(`${name}: the handler gets its context and an environment of its own`, async () => {
      const { context, environment, remainingMs } = await result(host, { act: 'tell' });
      assert.equal(environment.GIVEN, 'yes');
      assert.equal(environment.AWS_LAMBDA_FUNCTION_NAME, name);
      assert.equal(environment.AWS_LAMBDA_FUNCTION_MEMORY_SIZE, '256');
      assert.equal(environment.HOME, undefined);
      assert.equal(context.functionName, name);
      assert.equal(context.memoryLimitInMB, '256');
      assert.equal(context.invokedFunctionArn, `arn:aws:lambda:local:000000000000:function:${name}`);
      assert.match(context.awsRequestId, /^[0-9a-f-]{36}$/);
      assert.ok(remainingMs > 0 && remainingMs <= 20_000);
    });

    test(`${name}: a step of the wall clock does not change the remaining time`, async () => {
      for (const ms of [3_600_000, -3_600_000]) {
        const { remainingMs } = await result(host, { act: 'step', ms });
        assert.ok(remainingMs > 0 && remainingMs <= 20_000, `${remainingMs}`);
      }
    });

    test(`${name}: an environment is configured before or after its start`, async () => {
      const early = await hostOf();
      await early.prewarm(name, 1);
      early.configure({ variables: { GIVEN: 'later', MORE: 'yes' }, inProcess: [] });
      const [first, second] = await Promise.all([1, 2].map(() => result(early, { act: 'tell' })));
      assert.notEqual(first.place, second.place);
      for (const { environment } of [first, second])
        assert.deepEqual([environment.GIVEN, environment.MORE], ['later', 'yes']);
    });

    test(`${name}: invocations in turn share a warm environment, those at once do not`, async () => {
      const fresh = await hostOf();
      const { place } = await result(fresh, { act: 'tell' });
      const again = await result(fresh, { act: 'tell' });
      assert.deepEqual([again.place, again.invocations], [place, 2]);
      const locations = await Promise.all([1, 2, 3].map(() => result(fresh, { act: 'hold', ms: 50 })));
      assert.equal(new Set(locations).size, 3);
      assert.ok(locations.includes(place));
    });

    test(`${name}: a thrown error has Lambda's shape and the environment lives on`, async () => {
      const shape = await error(host, { act: 'throw' });
      assert.deepEqual([shape.errorType, shape.errorMessage], ['TypeError', 'as told']);
      assert.match(shape.trace[0], /TypeError: as told/);
      const text = await error(host, { act: 'throwText' });
      assert.deepEqual([text.errorType, text.errorMessage], ['string', 'only text']);
      assert.equal(await result(host, { act: 'nothing' }), null);
      const log = () => readFileSync(join(logDir, `${name}.log`), 'utf8');
      while (!/^[0-9a-f-]{36} {"errorType":"TypeError"/m.test(log()))
        await new Promise((resolve) => setTimeout(resolve, 5));
    });

    test(`${name}: a function that exits or crashes is Runtime.ExitError, and the next invocation works`, async () => {
      for (const event of [{ act: 'exit', status: 3 }, { act: 'exit', status: 0 }, { act: 'uncaught' }]) {
        const shape = await error(host, event);
        assert.equal(shape.errorType, 'Runtime.ExitError');
        assert.match(
          shape.errorMessage,
          event.act === 'uncaught' ? /exit status 1: \w*Error: / : /Runtime exited/,
        );
        assert.ok((await result(host, { act: 'tell' })).place);
      }
    });

    test(`${name}: at the time limit the environment is killed, even when it never yields`, async () => {
      const strict = await hostOf({ functions: impatient });
      const { place } = await result(strict, { act: 'tell' });
      for (const event of [{ act: 'hold', ms: 60_000 }, { act: 'spin' }]) {
        const shape = await error(strict, event);
        assert.equal(shape.errorType, 'Sandbox.Timedout');
        assert.match(shape.errorMessage, /Task timed out after 0.30 seconds/);
      }
      const later = await result(strict, { act: 'tell' });
      assert.notEqual(later.place, place);
      const pid = Number(place.split('/')[0]);
      if (pid !== process.pid) while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
    });

    test(`${name}: payloads above the limit are refused on the way in and out`, async () => {
      const small = await hostOf({ limits: { payloadBytesMax: 1000 } });
      await assert.rejects(small.invoke(name, { act: 'x'.repeat(1000) }), {
        status: 413,
        code: 'RequestTooLargeException',
      });
      const shape = await error(small, { act: 'large', size: 1000 });
      assert.equal(shape.errorType, 'Function.ResponseSizeTooLarge');
    });

    test(`${name}: prewarmed environments are those that serve`, async () => {
      const fresh = await hostOf();
      await fresh.prewarm(name, 2);
      const locations = await Promise.all([1, 2].map(() => result(fresh, { act: 'hold', ms: 50 })));
      await fresh.prewarm(name, 2);
      const again = await Promise.all([1, 2].map(() => result(fresh, { act: 'hold', ms: 50 })));
      assert.deepEqual(again.toSorted(), locations.toSorted());
    });

    test(`${name}: what it prints is in its log`, async () => {
      await result(host, { act: 'tell', word: `once-${name}` });
      // The output of an environment and its replies use different channels.
      const log = () => readFileSync(join(logDir, `${name}.log`), 'utf8');
      while (!log().includes(`told once-${name}`)) await new Promise((resolve) => setTimeout(resolve, 5));
    });
  }

  test('functions of a group share environments, first each its own, then several at once in one', async () => {
    const shared: Group = {
      name: 'both',
      functions: ['api/behave', 'driver/behave'],
      kind: 'process',
      overflow: 'refuse',
      environmentsMax: 2,
      invocationsMax: 2,
      memoryMb: 300,
    };
    const host = await hostOf({ groups: [shared] });
    const place = async (name: string, act = 'hold'): Promise<string> =>
      JSON.parse((await host.invoke(name, { act, ms: 200 })).payload);
    const busy = ['api/behave', 'driver/behave', 'driver/behave', 'api/behave'].map((name) => place(name));
    await assert.rejects(host.invoke('api/behave', { act: 'hold', ms: 1 }), { status: 429 });
    const locations = await Promise.all(busy);
    assert.equal(new Set(locations).size, 2);
    assert.deepEqual(locations.slice(0, 2).toSorted(), locations.slice(2).toSorted());
    const { context, environment } = JSON.parse(
      (await host.invoke('driver/behave', { act: 'tell' })).payload,
    );
    assert.equal(context.functionName, 'driver/behave');
    assert.equal(environment.AWS_LAMBDA_FUNCTION_MEMORY_SIZE, '300', 'what is more than its functions have');
  });

  test('short functions of a group share an environment, and one of them alone computes for long', async () => {
    const gathering: Group = {
      name: 'calls',
      functions: ['api/behave', 'driver/behave'],
      kind: 'thread',
      overflow: 'wait',
      environmentsMax: 3,
      invocationsMax: 9,
      long: { 'driver/behave': 100 },
    };
    const host = await hostOf({ groups: [gathering] });
    const place = async (name: string, ms: number, padding = ''): Promise<string> =>
      JSON.parse((await host.invoke(name, { act: 'hold', ms, padding })).payload);
    const names = ['api/behave', 'driver/behave', 'api/behave'];
    const short = await Promise.all(names.map((name) => place(name, 20)));
    assert.equal(new Set(short).size, 1, 'with a short event it is short as well');
    const padding = '-'.repeat(100);
    assert.equal(await place('driver/behave', 1, padding), short[0], 'a long one takes what is idle');
    const long = host.invoke('driver/behave', { act: 'hold', ms: 60_000, padding });
    const beside = await Promise.all([1, 2].map(() => place('api/behave', 1)));
    assert.deepEqual([new Set(beside).size, beside.includes(short[0] ?? '')], [1, false]);
    await host.close();
    assert.equal((await long).functionError, 'Unhandled');
  });

  test('an event goes to the first group that has its function and serves it', async () => {
    const slow = {
      ...gathered({ name: 'slow' }),
      serves: (event: unknown) => Object.hasOwn(event ?? {}, 'slow'),
    };
    const host = await hostOf({ groups: [slow, gathered()] });
    const group = async (event: object): Promise<string> => {
      const { payload } = await host.invoke('api/behave', { act: 'tell', ...event });
      return JSON.parse(payload).environment.AWS_LAMBDA_FUNCTION_NAME;
    };
    assert.deepEqual([await group({ slow: true }), await group({})], ['slow', 'calls']);
  });

  const gathered = (more: Partial<Group> = {}): Group => ({
    name: 'calls',
    functions: ['api/behave', 'driver/behave'],
    kind: 'thread',
    overflow: 'wait',
    environmentsMax: 3,
    invocationsMax: 9,
    long: {},
    ...more,
  });

  test('an invocation that a busy thread does not begin runs in another thread', async () => {
    const host = await hostOf({ groups: [gathered()] });
    const place = async (name: string): Promise<string> =>
      JSON.parse((await host.invoke(name, { act: 'hold', ms: 1 })).payload);
    // Both functions are loaded in one thread. A function that loads slowly would also be moved to another
    // thread.
    while ((await place('api/behave')) !== (await place('driver/behave')));
    const held = host.invoke('driver/behave', { act: 'spin' });
    // In the thread with the endless loop, these calls would fail when the thread is ended.
    await Promise.all([place('api/behave'), place('api/behave')]);
    await host.close();
    assert.equal((await held).functionError, 'Unhandled');
  });

  test('an invocation whose environment ends at the time limit of another invocation may be repeated', async () => {
    const limited = functions.map((spec) => ({
      ...spec,
      timeoutS: spec.name === 'driver/behave' ? 0.3 : 20,
    }));
    const host = await hostOf({ functions: limited, groups: [gathered()] });
    await host.invoke('api/behave', { act: 'nothing' });
    const innocent = host.invoke('api/behave', { act: 'hold', ms: 60_000 });
    const refused = assert.rejects(innocent, { status: 503, code: 'ServiceException' });
    const { payload } = await host.invoke('driver/behave', { act: 'spin' });
    assert.match(payload, /timed out after 0\.30 seconds/);
    await refused;
    assert.equal((await host.invoke('api/behave', { act: 'nothing' })).payload, 'null');
  });

  test('an invocation that dies ends the invocations of its environment, and no others', async () => {
    const shared: Group = { ...ownGroup('driver/behave'), environmentsMax: 1, invocationsMax: 3 };
    const host = await hostOf({ groups: [shared] });
    const held = host.invoke('driver/behave', { act: 'hold', ms: 60_000 });
    const died = await host.invoke('driver/behave', { act: 'exit', status: 1 });
    for (const { functionError, payload } of [died, await held]) {
      assert.equal(functionError, 'Unhandled');
      assert.match(payload, /Runtime\.ExitError/);
    }
    assert.equal((await host.invoke('driver/behave', { act: 'nothing' })).payload, 'null');
  });

  test('an environment keeps no result of an earlier invocation', async () => {
    const host = await hostOf({ groups: [{ ...ownGroup('api/behave'), environmentsMax: 1 }] });
    const size = 2_000_000;
    const heap = async (invocations: number): Promise<number> => {
      for (let n = 0; n < invocations; n += 1) await host.invoke('api/behave', { act: 'large', size });
      freeMemory();
      return process.memoryUsage().heapUsed;
    };
    const before = await heap(1);
    assert.ok((await heap(20)) - before < 10 * size);
  });

  test('a bundle that does not load, a bundle without a handler and an unknown function are distinguished', async () => {
    const type = async (name: string) => JSON.parse((await host.invoke(name, {})).payload).errorType;
    assert.equal(await type('api/broken'), 'Runtime.ImportModuleError');
    assert.equal(await type('api/no-handler'), 'Runtime.HandlerNotFound');
    await assert.rejects(host.invoke('api/none', {}), { status: 404, code: 'ResourceNotFoundException' });
  });

  test('a bundle that does not load takes up no environment', async () => {
    const host = await hostOf({ groups: [{ ...ownGroup('api/broken'), environmentsMax: 1 }] });
    for (const _ of '12') assert.equal((await host.invoke('api/broken', {})).functionError, 'Unhandled');
  });

  test('closing lets what runs end, refuses what comes, and leaves no process', async () => {
    const closing = await hostOf();
    const { place } = JSON.parse((await closing.invoke('driver/behave', { act: 'tell' })).payload);
    const running = closing.invoke('driver/behave', { act: 'hold', ms: 100 });
    const closed = closing.close(5000);
    assert.equal((await running).functionError, undefined);
    await closed;
    await assert.rejects(closing.invoke('driver/behave', { act: 'tell' }), { status: 503 });
    assert.throws(() => process.kill(Number(place.split('/')[0]), 0), { code: 'ESRCH' });
  });

  test('a killed host takes its processes with it', async () => {
    const script = `
      import { createFunctionHost } from ${JSON.stringify(join(import.meta.dirname, '../../../lib/local/function-host/host.ts'))};
      const [bundleDir, logDir, functions] = JSON.parse(process.argv[1]);
      const host = await createFunctionHost({ functions, bundleDir, logDir, environment: {} });
      const { payload } = await host.invoke('driver/behave', { act: 'tell' });
      console.log(JSON.parse(payload).place);
      void host.invoke('driver/behave', { act: 'hold', ms: 60_000 });
    `;
    const settings = JSON.stringify([
      bundleDir,
      logDir,
      functions.map((spec) => ({ ...spec, timeoutS: 60 })),
    ]);
    const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [place] = (await once(createInterface(parent.stdout), 'line')) as [string];
    const child = Number(place.split('/')[0]);
    process.kill(child, 0);
    parent.kill('SIGKILL');
    await once(parent, 'exit');
    while (isAlive(child)) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  after(() => host.close());
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
    return false;
  }
}
