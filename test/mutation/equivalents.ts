import type { Mutant } from './operators.ts';

/** A mutant that behaves like the original, so that no test can detect it. */
export type Equivalent = {
  readonly file: string;
  /** The line without its indentation. It occurs once in the file. */
  readonly text: string;
  /** The mutation as `before -> after`. Absent when no mutant of the line changes the behaviour. */
  readonly mutation?: string;
  readonly reason: string;
};

export const equivalents: readonly Equivalent[] = [
  {
    file: 'lib/results/scripts/engine.ts',
    text: 'const jobsAtOnce = 100;',
    mutation: '100 -> 1000',
    reason: 'The time is checked a little later. An endless chain of jobs still ends.',
  },
  {
    file: 'lib/driver/statistics/recording/metric-recorder.ts',
    text: 'this.#lastSecond = second;',
    reason: 'It only saves the look into the map for the second that was used last.',
  },
  {
    file: 'lib/results/query/planner/shape/cells.ts',
    text: 'if (digit >= 0 && digit <= 9) {',
    mutation: '9 -> 10',
    reason: 'No token of a number has a colon.',
  },
  {
    file: 'lib/results/json/growing-bytes.ts',
    text: 'if (end - start > 64) {',
    mutation: 'end - start > 64 -> false',
    reason: 'Both branches copy the same bytes, each faster for its lengths.',
  },
  {
    file: 'lib/results/run-search/occurrence.ts',
    text: 'const firstOnly = { ...plannedLimits, resultsMax: 1 };',
    mutation: '1 -> 0',
    reason: 'Too many values are found, and so is one value.',
  },
  {
    file: 'lib/driver/session/shard-run.ts',
    text: '#t0Ns = 0;',
    mutation: '0 -> 1',
    reason: 'until `run` sets it, only differences of instants are taken',
  },
  {
    file: 'lib/driver/request/record-request.ts',
    text: 'valid: true,',
    mutation: 'true -> false',
    reason: 'it is set when a request begins, before anybody reads it',
  },
  {
    file: 'lib/driver/request/record-request.ts',
    text: 'stale: false,',
    mutation: 'false -> true',
    reason: 'It is set when a request begins, before any code reads it.',
  },
  {
    file: 'lib/driver/session/running-sequence.ts',
    text: 'pc = 0;',
    mutation: '0 -> 1',
    reason: '`start` sets it before any step runs',
  },
  {
    file: 'lib/driver/session/running-sequence.ts',
    text: 'waiting = false;',
    reason: '`start` sets it before any step runs',
  },
  {
    file: 'lib/driver/session/session-pool.ts',
    text: '#latestNs = 0;',
    mutation: '0 -> 1',
    reason: 'it is read in whole seconds, and no user comes before T0',
  },
  {
    file: 'lib/driver/planning/overlap.ts',
    text: 'reached.add(to);',
    mutation: 'reached.add(to); -> {}',
    reason:
      'saves time only: nodes that are looked at again have nothing left to take, and `seen` stops their givers',
  },
  {
    file: 'lib/driver/planning/overlap.ts',
    text: 'if (seen.has(giver) || given(giver, to) <= nothing) continue;',
    mutation: '<= -> <',
    reason: 'what is given is nothing, or far more than a thousand millionth',
  },
  {
    file: 'lib/driver/http/strategies/queue.ts',
    text: 'if (this.#head > 1024 && this.#head * 2 > this.#items.length) {',
    reason: 'decides only when memory is given back; the order stays',
  },
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: 'requestTimeoutMs: 1000,',
    mutation: '1000 -> 10000',
    reason: 'the warm-up is over long before',
  },
  ...(['startTimeMs: 0,', 'phaseIndex: 0,', 'seed: 0,'] as const).map((text) => ({
    file: 'functions/driver/warmup/loopback-load.ts',
    text,
    mutation: '0 -> 1',
    reason: 'any load will do, and its start is handed to `run`',
  })),
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: 'connections: { core: connections, max: connections, buffer: 0, keepAliveMs: 0 },',
    reason: 'belongs to all shards; the one shard has `shardConnections`',
  },
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: 'shardConnections: { core: connections, max: connections, buffer: 0 },',
    mutation: '0 -> 1',
    reason: 'no more than the most connections are opened, and these are open already',
  },
  {
    file: 'lib/local/tables/database.ts',
    text: 'const store = databases.create({ path, createTableMs: 0, deleteTableMs: 0 });',
    reason: 'a start waits for its tables; only its time differs',
  },
  {
    file: 'lib/import/curl/shell-words.ts',
    text: "} else if (slashes !== '') {",
    mutation: "slashes !== '' -> false",
    reason: 'backslashes are taken one by one then; only the speed of a long row of them differs',
  },
  {
    file: 'lib/results/query/sql/datetime/text-cursor.ts',
    text: 'if (seen) this.#at += character.length;',
    mutation: 'seen -> true',
    reason: 'a character that does not fit is a fault, and nothing is read after it',
  },
  {
    file: 'lib/results/run-index/row-offsets.ts',
    text: '#at = 0;',
    mutation: '0 -> 1',
    reason: 'the constructor goes to the first mark',
  },
  {
    file: 'lib/results/run-index/row-offsets.ts',
    text: '#row = 0;',
    mutation: '0 -> 1',
    reason: 'the constructor goes to the first mark',
  },
  {
    file: 'lib/driver/driving/drive.ts',
    text: 'if (lookMs > 0) {',
    mutation: '> -> >=',
    reason: 'it would look a second time at one instant of a nanosecond',
  },
  {
    file: 'lib/driver/driving/drive.ts',
    text: 'if (lookMs > 0) {',
    mutation: '0 -> 1',
    reason: 'a look that is due within the millisecond is the one that was just taken',
  },
  {
    file: 'lib/driver/driving/heartbeat.ts',
    text: 'else if (nowNs() - readNs > driving.blindMsMax * 1e6) run.stop(unread);',
    mutation: '> -> >=',
    reason: 'it is asked once a second, never at that very nanosecond',
  },
  {
    file: 'lib/driver/driving/heartbeat.ts',
    text: 'else if (nowNs() - readNs > driving.blindMsMax * 1e6) run.stop(unread);',
    mutation: '1e6 -> 1000001',
    reason: 'ten microseconds in ten seconds',
  },
  {
    file: 'lib/driver/driving/start.ts',
    text: 'if (over.signal.aborted) return;',
    mutation: 'over.signal.aborted -> false',
    reason: 'a last look is taken, and what it says comes too late to stop the opening',
  },
  {
    file: 'functions/api/pipeline/large-reply.ts',
    text: 'if (length > limits.replyBytesMax) return true;',
    reason: 'saves time only: the JSON of a text is longer than the text',
  },
  {
    file: 'functions/driver/clock/alarm.ts',
    text: 'const shared = new SharedArrayBuffer(16 * placesMax + 4 * (2 * placesMax + 2));',
    reason: 'more room than is used',
  },
  {
    file: 'lib/bundle/build.ts',
    text: "const temporary = join(scratch, `${randomBytes(8).toString('hex')}.tmp`);",
    mutation: '8 -> 9',
    reason: 'any name that nobody else draws',
  },
  ...['status', 'bytesSent', 'bytesReceived', 'intendedNs', 'dueNs', 'readyNs', 'sentNs', 'endedNs'].map(
    (name) => ({
      file: 'lib/driver/request/record-request.ts',
      text: `${name}: 0,`,
      reason: 'each request writes its record anew before anybody reads it',
    }),
  ),
  {
    file: 'lib/driver/schedule/linear-rate.ts',
    text: 'Math.abs(target - initial) < flatUsersPerSec ? { initial, target: initial } : { initial, target };',
    mutation: '< -> <=',
    reason: 'a ramp that is exactly so flat may be either',
  },
  {
    file: 'lib/driver/scenario/json/rewrite.ts',
    text: 'if (to > this.#from) this.#hand(this.#bytes.subarray(this.#from, to));',
    mutation: '> -> >=',
    reason: 'spares handing on nothing',
  },
  ...['pc', 'intendedNs', 'run'].map((name) => ({
    file: 'lib/driver/session/running-sequence.ts',
    text: `${name} = 0;`,
    reason: 'set anew by every start, or only compared with itself',
  })),
  {
    file: 'lib/driver/session/session.ts',
    text: '#pausedToNs = 0;',
    reason: 'set anew by every start of a user',
  },
  {
    file: 'lib/driver/hotrod/hotrod-exchange.ts',
    text: '#sent = false;',
    reason: 'nobody asks before a request has begun, which sets it',
  },
  {
    file: 'lib/driver/hotrod/hotrod-exchange.ts',
    text: 'record.sentNs = waited ? this.session.clock.nowNs() : record.readyNs;',
    mutation: 'waited -> true',
    reason: 'spares a look at the clock within the same step',
  },
  {
    file: 'bin/launch.js',
    text: 'keepCompiled();',
    reason: 'Code that was compiled before only starts sooner.',
  },
  {
    file: 'bin/hooks/around-run.ts',
    text: "new DownpourError('HOOK_FAILED', 400, `pre hook '${name}' ${why}; nothing was started`);",
    mutation: '400 -> 401',
    reason: 'The exit code tells only what is below 500 from the rest.',
  },
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: 'server.closeAllConnections();',
    reason: 'The warm-up has closed its own ends; the server sees it a moment later.',
  },
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: 'isWarmup: true,',
    reason: 'Nobody reads what the warm-up measures.',
  },
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: "{ httpRequest: { GET: '/${id}' } },",
    reason: 'Code that is not warm is only slower, which no test can hold on any machine.',
  },
  {
    file: 'lib/results/run-index/outline.ts',
    text: '#memberRepeats = false;',
    mutation: 'false -> true',
    reason: 'Every member that begins sets it; the first value is never read.',
  },
  {
    file: 'lib/driver/session/session.ts',
    text: '#stopped = false;',
    mutation: 'false -> true',
    reason: 'A user that starts sets it; nobody asks a session that has had none.',
  },
  {
    file: 'lib/driver/session/session.ts',
    text: '#woken = false;',
    mutation: 'false -> true',
    reason: 'Each round of steps sets it before it reads it.',
  },
  {
    file: 'lib/driver/scenario/json/scanner.ts',
    text: '#depth = 0;',
    mutation: '0 -> 1',
    reason: 'Each document begins with a reset.',
  },
  {
    file: 'lib/driver/planning/overlap.ts',
    text: 'if (reached.has(to)) continue;',
    mutation: 'reached.has(to) -> false',
    reason: 'Saves time only. A node that was reached takes no more weight, and its givers are already seen.',
  },
  {
    file: 'lib/driver/scenario/processors/queue.ts',
    text: 'fed = undefined;',
    mutation: 'fed = undefined; -> {}',
    reason: 'A body ends twice only after an error of a later handler, which also ends the user.',
  },
  {
    file: 'lib/driver/http/http1/framing.ts',
    text: 'this.#problem = undefined;',
    mutation: 'this.#problem = undefined; -> {}',
    reason: 'A response with a problem is refused and ends its connection, and no other follows.',
  },
  {
    file: 'lib/store/bursts.ts',
    text: 'await signals.putFlag(burst, 0, flag, copies);',
    mutation: '0 -> 1',
    reason: 'The conductor writes its first flag with version 2, which is later than both.',
  },
  {
    file: 'lib/repository/work/jobs/lists.ts',
    text: 'return { pk: repositoryKey.testDataset(scope.test, 0, 0, 0).pk };',
    mutation: '0 -> 1',
    reason: 'The partition of the datasets of a test has only the id of the test in its name.',
  },
  {
    file: 'lib/driver/driving/sharing.ts',
    text: '#looking = false;',
    mutation: 'false -> true',
    reason:
      'The drive looks for the data of earlier phases before its first beat, and each look ends with false.',
  },
  {
    file: 'lib/driver/sharing/shared-store.ts',
    text: '#pushed = 0;',
    mutation: '0 -> 1',
    reason: 'The number only makes the ids of maps differ.',
  },
  {
    file: 'lib/repository/pipeline/store/change-schema.ts',
    text: 'let isLate = false;',
    reason: 'The callback sets it, unless the run is gone. Then the next attempt finds no run either.',
  },
  {
    file: 'lib/repository/ports/batching-table.ts',
    text: 'open = { writes: [], places: new Map(), bytes: 0 };',
    mutation: '0 -> 1',
    reason: 'A batch may end one byte earlier.',
  },
  {
    file: 'lib/results/query/sql/evaluation/operands.ts',
    text: 'if (isArray(into[at] as Item)) return unwrapFrom(begin, into, evaluation);',
    mutation: 'isArray(into[at] as Item) -> true',
    reason: 'Items without an array stay as they are; only the speed differs.',
  },
  {
    file: 'lib/results/json/machine/memory.ts',
    text: 'one = Math.imul(one ^ bytes[place]!, 0x01000193);',
    reason: 'Names with the same hash count as repeated, which only takes the slower way.',
  },
  {
    file: 'lib/local/function-host/runtime.ts',
    text: 'kept.add(functionName);',
    reason: 'Compiled code that is stored again is the same.',
  },
  {
    file: 'bin/deploy/account/versions.ts',
    text: 'functions.destroy();',
    reason: 'Idle connections of a client do not keep the program alive.',
  },
  {
    file: 'lib/web/screens/burst/curve.ts',
    text: 'const rawSeconds = 120;',
    reason: 'It only bounds memory. No report comes later than this.',
  },
  {
    file: 'lib/repository/reading/failures.ts',
    text: 'const { pk } = repositoryKey.testFailure(id, 0);',
    mutation: '0 -> 1',
    reason: 'The partition has no time.',
  },
  {
    file: 'lib/repository/reading/visible-datasets.ts',
    text: ': repositoryKey.testDataset(selection.testId, 0, 0, 0);',
    mutation: '0 -> 1',
    reason: 'Only the partition of the key is used.',
  },
  {
    file: 'lib/driver/driving/threads/remote-run.ts',
    text: 'const id = calls++;',
    mutation: '++ -> --',
    reason: 'The numbers of calls only have to differ.',
  },
  {
    file: 'lib/driver/http/http1/response-parser.ts',
    text: 'this.#kept.drop();',
    mutation: 'this.#kept.drop(); -> {}',
    reason: 'A stopped parser reads no further byte; only its memory is free later.',
  },
  {
    file: 'lib/driver/sharing/pool.ts',
    text: 'this.#indexes.set(name, index);',
    reason: 'Without it, the index is made again for each use.',
  },
  {
    file: 'lib/driver/schedule/even.ts',
    text: 'if (inside >= 0 && inside < width) return { first: number, left: width - 1 - inside, width, farStep };',
    mutation: '>= -> >',
    reason: 'For the first part of a shard, the line below has the same result.',
  },
  {
    file: 'lib/driver/statistics/wire/row-cursor.ts',
    text: 'second = 0;',
    mutation: '0 -> 1',
    reason: 'The first row replaces it.',
  },
  {
    file: 'lib/driver/scenario/json/escapes.ts',
    text: 'const meanings = new Uint8Array(256);',
    mutation: '256 -> 2560',
    reason: 'No byte is above 255.',
  },
  {
    file: 'lib/repository/records/labels/filter.ts',
    text: "if ('error' in rest) throw refused(rest.error.message);",
    reason: 'The whole path is valid, so its rest is valid too. The line is for the compiler.',
  },
  {
    file: 'lib/repository/ports/format-checked-table.ts',
    text: 'const found = Number((await table.get(repositoryKey.format()))?.format ?? 1);',
    mutation: '1 -> 0',
    reason: 'No program reads a format below 1.',
  },
  {
    file: 'lib/driver/session/shard-run.ts',
    text: "random: drawnFor(assignment, 'addresses').next,",
    reason: 'The name only makes the numbers differ from those of other names.',
  },
  {
    file: 'lib/local/begun-functions.ts',
    text: 'const withScripts = options.lasting === false && options.functions === undefined && !options.bundles;',
    reason: 'With or without compiled scripts the functions do the same. Scripts only make the start faster.',
  },
  {
    file: 'lib/results/json/machine/scan.ts',
    text: 'node = wordAt(node + layout.nodeSibling);',
    mutation: 'node = wordAt(node + layout.nodeSibling); -> {}',
    reason: 'The loop then ends after each member, and the slower way reads the next one.',
  },
  {
    file: 'lib/results/json/machine/layout.ts',
    text: 'export const nodeSibling: i32 = 24;',
    mutation: '24 -> 25',
    reason: 'Both are in the same word. The module with the other one is not compiled for a test.',
  },
  {
    file: 'lib/results/query/patterns/pattern.ts',
    text: 'return 100 * prog.numInst() + 8 * numbers;',
    mutation: '100 -> 101',
    reason: 'It is an estimate, by which a cache of programs has a bound.',
  },
  {
    file: 'lib/results/query/outline/items.ts',
    text: 'else this.#scanner.skip();',
    reason: 'Without it, values off the path are read, and each handler ignores them for their depth.',
  },
  {
    file: 'lib/repository/work/jobs/lists.ts',
    text: 'return { pk: repositoryKey.schemaRun(scope.uri, 0, 0).pk };',
    mutation: '0 -> 1',
    reason: 'The numbers are not in the partition key.',
  },
  {
    file: 'lib/results/query/planner/shape/cells.ts',
    text: 'return Number.isNaN(value) ? Number(String.fromCharCode(...bytes.subarray(start, end))) : value;',
    mutation: 'Number.isNaN(value) -> true',
    reason: 'The slower way reads the same number.',
  },
  {
    file: 'lib/repository/pipeline/store/store-run.ts',
    text: "const hash = createHash('sha256').update(JSON.stringify(parameters)).update('\\0').update(body);",
    mutation: "'\\0' -> ''",
    reason: 'The JSON text before the body has its own end, so no two uploads have the same bytes.',
  },
  {
    file: 'lib/repository/pipeline/datasets/validation.ts',
    text: 'ofPart.set(part, known);',
    reason: 'Without it, a part is validated again for each dataset, with the same errors.',
  },
  {
    file: 'lib/repository/reading/visible-datasets.ts',
    text: 'const pageItems = 100;',
    reason: 'Pages of another size have the same datasets.',
  },
];

export const isEquivalent = (mutant: Mutant, table: readonly Equivalent[] = equivalents): boolean =>
  table.some(
    ({ file, text, mutation }) =>
      file === mutant.file &&
      text === mutant.text &&
      (mutation === undefined || mutation === `${mutant.before} -> ${mutant.after}`),
  );
