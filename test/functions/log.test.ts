import assert from 'node:assert/strict';
import { afterEach, mock, suite, test } from 'node:test';
import { log, masked } from '../../functions/log.ts';
import { measure } from '../../functions/metrics.ts';
import { metrics } from '../../lib/metrics.ts';
import { environment } from '../../lib/names/environment.ts';

type Line = Readonly<Record<string, unknown>>;

/** The lines that `act` writes, by the method of the console. */
function written(act: () => void): { readonly method: string; readonly line: Line }[] {
  const mocks = (['debug', 'log', 'warn', 'error'] as const).map(
    (method) => [method, mock.method(console, method, () => undefined)] as const,
  );
  try {
    act();
    return mocks.flatMap(([method, { mock: seen }]) =>
      seen.calls.map(({ arguments: [text] }) => ({ method, line: JSON.parse(String(text)) as Line })),
    );
  } finally {
    for (const [, each] of mocks) each.mock.restore();
  }
}

afterEach(() => {
  delete process.env[environment.logLevel];
  delete process.env[environment.metricNamespace];
});

suite('a line of the log', () => {
  test('is an object that reports what it is about', () => {
    const about = { burst: 'b1', phase: 2, shard: 7, segment: 1, requestId: 'r' };
    const [only] = written(() => log.info('it went on', about));
    assert.equal(only?.method, 'log');
    const { timestamp, function: _, ...line } = only?.line ?? {};
    assert.deepEqual(line, { level: 'INFO', message: 'it went on', ...about });
    assert.ok(Math.abs(Date.parse(String(timestamp)) - Date.now()) < 60_000);
  });

  test('goes to the output itself on Lambda, without the prefix of the console', (t) => {
    process.env.AWS_LAMBDA_RUNTIME_API = '127.0.0.1:1';
    const write = t.mock.method(process.stdout, 'write', () => true);
    try {
      log.info('it went on');
    } finally {
      write.mock.restore();
      delete process.env.AWS_LAMBDA_RUNTIME_API;
    }
    const texts = write.mock.calls.map(({ arguments: [text] }) => String(text));
    assert.equal(texts.length, 1);
    assert.match(texts[0] ?? '', /^\{[^\n]*"message":"it went on"[^\n]*\}\n$/);
  });

  test('has an error with its causes, to a depth that somebody reads', () => {
    const error = new Error('outer', { cause: new TypeError('inner', { cause: 'text' }) });
    const [only] = written(() => log.error('failed', {}, error));
    const displayed = only?.line.error as {
      name: string;
      stack: string;
      cause: { name: string; cause: unknown };
    };
    assert.deepEqual([displayed.name, displayed.cause.name], ['Error', 'TypeError']);
    assert.match(displayed.stack, /log\.test\.ts/);
    assert.deepEqual(displayed.cause.cause, { name: 'string', message: 'text' });
    const circle = new Error('round');
    circle.cause = circle;
    assert.equal(written(() => log.error('failed', {}, circle)).length, 1);
  });

  test('is only written from the level of the environment on', () => {
    const all = (): void => {
      log.debug('1');
      log.info('2');
      log.warn('3');
      log.error('4');
    };
    const rows = [
      [undefined, ['INFO', 'WARN', 'ERROR']],
      ['debug', ['DEBUG', 'INFO', 'WARN', 'ERROR']],
      ['WARN', ['WARN', 'ERROR']],
      ['error', ['ERROR']],
      ['loud', ['INFO', 'WARN', 'ERROR']],
    ] as const;
    for (const [level, expected] of rows) {
      if (level !== undefined) process.env[environment.logLevel] = level;
      assert.deepEqual(
        written(all).map(({ line }) => line.level),
        expected,
        `at ${level}`,
      );
    }
  });

  test('has escapes of JSON for signs that a terminal executes or reorders', (t) => {
    const write = t.mock.method(console, 'log', () => undefined);
    log.info('\u009b2J \u202e \u{e0001}\n');
    const json = String(write.mock.calls[0]?.arguments[0]);
    assert.match(json, /"message":"\\u009b2J \\u202e \\udb40\\udc01\\n"/);
    assert.equal(JSON.parse(json).message, '\u009b2J \u202e \u{e0001}\n');
  });

  test('masks credentials that a message of others quotes', () => {
    const secrets = [
      ['GET https://ada:hunter2@shop.example.com/x failed', 'hunter2'],
      ['GET https://ada:h@unter2@shop.example.com/x failed', 'unter2'],
      ['authorization: Bearer eyJhbGciOi.J9.c-_~+/= refused', 'eyJhbGciOi'],
      ['Basic YWRhOmh1bnRlcjI= is wrong', 'YWRhOmh1bnRlcjI'],
      [`key dpr_12_${'x'.repeat(43)} is unknown`, 'xxxx'],
    ] as const;
    for (const [text, secret] of secrets) {
      const [only] = written(() => log.error(text, {}, new Error(text, { cause: text })));
      assert.doesNotMatch(JSON.stringify(only), new RegExp(secret), text);
      assert.match(masked(text), /\*\*\*/);
    }
    assert.equal(
      masked('dpr_12 at https://shop.example.com/@ada'),
      'dpr_12 at https://shop.example.com/@ada',
    );
  });
});

suite('a metric', () => {
  const measured = (act: () => void): Line[] => written(act).map(({ line }) => line);

  test('is a line of the embedded format, in the namespace of the deployment', () => {
    process.env[environment.metricNamespace] = 'Downpour/mine';
    const [line] = measured(() => measure({ MergeSeconds: 1.5 }, 'settle'));
    const { _aws: aws, ...values } = line as { _aws: Line };
    assert.deepEqual(values, { Step: 'settle', MergeSeconds: 1.5 });
    assert.deepEqual(aws.CloudWatchMetrics, [
      {
        Namespace: 'Downpour/mine',
        Dimensions: [['Step']],
        Metrics: [{ Name: 'MergeSeconds', Unit: 'Seconds' }],
      },
    ]);
    assert.ok(Number.isInteger(aws.Timestamp));
  });

  test('shares its line with those of the same dimension', () => {
    process.env[environment.metricNamespace] = 'Downpour/mine';
    const lines = measured(() => measure({ DrivesStarted: 3, DrivesLost: 0, StartSkew: Number.NaN }));
    assert.equal(lines.length, 1);
    const { _aws: _, ...values } = lines[0] as Line;
    assert.deepEqual(values, { DrivesStarted: 3, DrivesLost: 0 });
  });

  test('is not written without a reader', () => {
    assert.deepEqual(
      measured(() => measure({ DrivesStarted: 3 })),
      [],
    );
  });

  test('has a unit that CloudWatch knows, and a meaning', () => {
    for (const { unit, meaning } of Object.values(metrics)) {
      assert.match(unit, /^(Count|Milliseconds|Seconds)$/);
      assert.match(meaning, /\w.*\.$/);
    }
  });
});
