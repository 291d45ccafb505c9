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
    reason: 'It only saves a lookup in the map for the second that was used last.',
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
    file: 'lib/results/run-search/match-term.ts',
    text: 'const firstOnly = { ...plannedLimits, resultsMax: 1 };',
    mutation: '1 -> 0',
    reason: 'Too many values are found, and so is one value.',
  },
  {
    file: 'lib/driver/session/shard-run.ts',
    text: '#t0Ns = 0;',
    mutation: '0 -> 1',
    reason: 'Until `run` sets it, code only uses differences between instants.',
  },
  {
    file: 'lib/driver/request/record-request.ts',
    text: 'valid: true,',
    mutation: 'true -> false',
    reason: 'It is set when a request begins, before any code reads it.',
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
    reason: '`start` sets it before any step runs.',
  },
  {
    file: 'lib/driver/session/running-sequence.ts',
    text: 'waiting = false;',
    reason: '`start` sets it before any step runs.',
  },
  {
    file: 'lib/driver/session/session-pool.ts',
    text: '#latestNs = 0;',
    mutation: '0 -> 1',
    reason: 'It is read in whole seconds, and no user starts before T0.',
  },
  {
    file: 'lib/driver/planning/overlap.ts',
    text: 'reached.add(to);',
    mutation: 'reached.add(to); -> {}',
    reason:
      'It only saves time. A node that is visited again has no demand left, and `seen` skips its givers.',
  },
  {
    file: 'lib/driver/planning/overlap.ts',
    text: 'if (seen.has(giver) || given(giver, to) <= nothing) continue;',
    mutation: '<= -> <',
    reason: 'The given share is 0, or far more than a thousand millionth.',
  },
  {
    file: 'lib/driver/http/strategies/queue.ts',
    text: 'if (this.#head > 1024 && this.#head * 2 > this.#items.length) {',
    reason: 'It only decides when memory is released. The order stays the same.',
  },
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: 'requestTimeoutMs: 1000,',
    mutation: '1000 -> 10000',
    reason: 'The warm-up ends long before this time.',
  },
  ...(['startTimeMs: 0,', 'phaseIndex: 0,', 'seed: 0,'] as const).map((text) => ({
    file: 'functions/driver/warmup/loopback-load.ts',
    text,
    mutation: '0 -> 1',
    reason: 'The warm-up works with any load, and `run` receives its start as an argument.',
  })),
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: 'connections: { core: connections, max: connections, buffer: 0, keepAliveMs: 0 },',
    reason: 'The value is for all shards. The only shard here uses `shardConnections`.',
  },
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: 'shardConnections: { core: connections, max: connections, buffer: 0 },',
    mutation: '0 -> 1',
    reason: '`max` bounds the number of connections, and that many are open already.',
  },
  {
    file: 'lib/local/tables/database.ts',
    text: 'const store = databases.create({ path, createTableMs: 0, deleteTableMs: 0 });',
    reason: 'A start waits until its tables exist. Only the time differs.',
  },
  {
    file: 'lib/import/curl/shell-words.ts',
    text: "} else if (slashes !== '') {",
    mutation: "slashes !== '' -> false",
    reason: 'Backslashes are then read one at a time. Only the speed for many backslashes differs.',
  },
  {
    file: 'lib/results/query/sql/datetime/text-cursor.ts',
    text: 'if (seen) this.#at += character.length;',
    mutation: 'seen -> true',
    reason: 'A character that does not fit is an error, and no text is read after it.',
  },
  {
    file: 'lib/results/run-index/row-offsets.ts',
    text: '#at = 0;',
    mutation: '0 -> 1',
    reason: 'The constructor moves to the first mark.',
  },
  {
    file: 'lib/results/run-index/row-offsets.ts',
    text: '#row = 0;',
    mutation: '0 -> 1',
    reason: 'The constructor moves to the first mark.',
  },
  {
    file: 'lib/driver/driving/drive.ts',
    text: 'if (lookMs > 0) {',
    mutation: '> -> >=',
    reason: 'The drive would check a second time only at one exact nanosecond.',
  },
  {
    file: 'lib/driver/driving/drive.ts',
    text: 'if (lookMs > 0) {',
    mutation: '0 -> 1',
    reason: 'A check that is due within the same millisecond has just been made.',
  },
  {
    file: 'lib/driver/driving/heartbeat.ts',
    text: 'else if (nowNs() - readNs > driving.blindMsMax * 1e6) run.stop(unread(pausedMs));',
    mutation: '> -> >=',
    reason: 'The code runs once a second, and never at exactly this nanosecond.',
  },
  {
    file: 'lib/driver/driving/heartbeat.ts',
    text: 'else if (nowNs() - readNs > driving.blindMsMax * 1e6) run.stop(unread(pausedMs));',
    mutation: '1e6 -> 1000001',
    reason: 'The limit differs by ten microseconds in ten seconds.',
  },
  {
    file: 'lib/driver/driving/start.ts',
    text: 'if (over.signal.aborted) return;',
    mutation: 'over.signal.aborted -> false',
    reason: 'The drive makes one more check, and its result comes too late to stop the start.',
  },
  {
    file: 'functions/api/pipeline/replies/large-reply.ts',
    text: 'if (length > invocationBytesMax) return true;',
    reason: 'It only saves time. The JSON form of a text is longer than the text.',
  },
  {
    file: 'functions/driver/clock/precise-timer.ts',
    text: 'const shared = new SharedArrayBuffer(16 * placesMax + 4 * (2 * placesMax + 2));',
    reason: 'The buffer has more space than the code uses.',
  },
  {
    file: 'lib/bundle/build.ts',
    text: "const temporary = join(scratch, `${randomBytes(8).toString('hex')}.tmp`);",
    mutation: '8 -> 9',
    reason: 'Any unique name works.',
  },
  ...['status', 'bytesSent', 'bytesReceived', 'intendedNs', 'dueNs', 'readyNs', 'sentNs', 'endedNs'].map(
    (name) => ({
      file: 'lib/driver/request/record-request.ts',
      text: `${name}: 0,`,
      reason: 'Each request writes its record again before any code reads it.',
    }),
  ),
  {
    file: 'lib/driver/schedule/linear-rate.ts',
    text: 'Math.abs(target - initial) < flatUsersPerSec ? { initial, target: initial } : { initial, target };',
    mutation: '< -> <=',
    reason: 'A ramp with exactly this slope may count as flat or not.',
  },
  {
    file: 'lib/driver/scenario/json/rewrite.ts',
    text: 'if (to > this.#from) this.#hand(this.#bytes.subarray(this.#from, to));',
    mutation: '> -> >=',
    reason: 'Without it, an empty piece is passed on, which has no effect.',
  },
  ...['pc', 'intendedNs', 'run'].map((name) => ({
    file: 'lib/driver/session/running-sequence.ts',
    text: `${name} = 0;`,
    reason: 'Each start sets it, or it is only compared with itself.',
  })),
  {
    file: 'lib/driver/session/session.ts',
    text: '#pausedToNs = 0;',
    reason: 'Each start of a user sets it.',
  },
  {
    file: 'lib/driver/hotrod/hotrod-exchange.ts',
    text: '#sent = false;',
    reason: 'Each request sets it when it begins, before any code reads it.',
  },
  {
    file: 'lib/driver/hotrod/hotrod-exchange.ts',
    text: 'record.sentNs = waited ? this.session.clock.nowNs() : record.readyNs;',
    mutation: 'waited -> true',
    reason: 'It only saves one call of the clock within the same step.',
  },
  {
    file: 'bin/launch.js',
    text: 'keepCompiled();',
    reason: 'Code that was compiled before only starts sooner.',
  },
  {
    file: 'bin/hooks/around-run.ts',
    text: "new DownpourError('HOOK_FAILED', 400, `the command of pre hook '${name}' ${why}; nothing was started`);",
    mutation: '400 -> 401',
    reason: 'The exit code only depends on whether the status is below 500.',
  },
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: 'server.closeAllConnections();',
    reason: 'The warm-up has closed its connections. The server notices this a moment later.',
  },
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: 'isWarmup: true,',
    reason: 'No code reads the measurements of the warm-up.',
  },
  {
    file: 'functions/driver/warmup/loopback-load.ts',
    text: "{ httpRequest: { GET: '/${id}' } },",
    reason: 'Without it, code is only slower, and a test of speed would fail at random.',
  },
  {
    file: 'lib/results/run-index/index-collector.ts',
    text: '#memberRepeats = false;',
    mutation: 'false -> true',
    reason: 'Each member sets it when it begins, so the first value is never read.',
  },
  {
    file: 'lib/driver/session/session.ts',
    text: '#stopped = false;',
    mutation: 'false -> true',
    reason: 'A user sets it at its start, and no code reads it in a session without a user.',
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
    reason: 'A response with a problem ends its connection, so no other response follows.',
  },
  {
    file: 'lib/store/bursts.ts',
    text: 'await signals.putFlag(burst, 0, flag, copies);',
    mutation: '0 -> 1',
    reason: 'The conductor writes its first flag with version 2, which is later than both.',
  },
  {
    file: 'lib/repository/work/jobs/scope-ids.ts',
    text: 'return { pk: repositoryKey.testDataset(scope.test, 0, 0, 0).pk };',
    mutation: '0 -> 1',
    reason: 'The partition of the datasets of a test has only the id of the test in its name.',
  },
  {
    file: 'lib/driver/driving/shared-data-handover.ts',
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
    file: 'lib/repository/pipeline/store/change-run-schema.ts',
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
    file: 'bin/deploy/account/old-versions.ts',
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
    reason: 'Any unique name works. It selects a series of random numbers.',
  },
  {
    file: 'lib/local/start-functions.ts',
    text: 'const withScripts = options.lasting === false && options.functions === undefined && !options.bundles;',
    reason: 'Compiled scripts only make the start faster. The functions do the same without them.',
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
    reason: 'It is an estimate that bounds a cache of programs.',
  },
  {
    file: 'lib/results/query/outline/collect-items.ts',
    text: 'else this.#scanner.skip();',
    reason:
      'Without it, values outside of the path are read, and each handler ignores them because of their depth.',
  },
  {
    file: 'lib/repository/work/jobs/scope-ids.ts',
    text: 'return { pk: repositoryKey.schemaRun(scope.uri, 0, 0).pk };',
    mutation: '0 -> 1',
    reason: 'The numbers are not in the partition key.',
  },
  {
    file: 'lib/results/query/planner/shape/cells.ts',
    text: 'return Number.isNaN(value) ? Number(String.fromCharCode(...bytes.subarray(start, end))) : value;',
    mutation: 'Number.isNaN(value) -> true',
    reason: 'Both branches read the same number. One is slower.',
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
  {
    file: 'lib/store/identity/api-keys.ts',
    text: '(await query<ApiKey>(dynamo, table, identityKey.apiKey(0).pk)).map((item) => withoutKey<ApiKey>(item)),',
    mutation: '0 -> 1',
    reason: 'The partition has the keys of all ids.',
  },
  {
    file: 'lib/results/access.ts',
    text: "export const anonymous: Principal = { keyId: 0, user: '', role: 'user' };",
    mutation: '0 -> 1',
    reason: 'No operation that is open without a key shows or stores the id of the key.',
  },
  {
    file: 'lib/bundle/cdk.ts',
    text: "const all = await mkdtemp(join(tmpdir(), 'downpour-types-'));",
    reason: 'The folder may have any name. It is deleted at the end.',
  },
  {
    file: 'lib/contract/compile-checks.ts',
    text: 'meta: false,',
    reason: 'A compiler that validates no schema never uses the schema of schemas. Only the time differs.',
  },
  {
    file: 'lib/state-machine-definitions.ts',
    text: '2,',
    mutation: '2 -> 3',
    reason: 'It only indents a JSON text.',
  },
  {
    file: 'lib/repository/pipeline/store/index-upload.ts',
    text: 'const forget = failed === undefined ? [] : [{ delete: failureKey(task) }];',
    mutation: 'failed === undefined -> false',
    reason: 'The deletion of an absent item changes nothing. It only costs a write.',
  },
  {
    file: 'lib/results/query/sql/evaluation/accessors.ts',
    text: 'const constant = last === undefined ? constantOf(from) : undefined;',
    mutation: 'last === undefined -> false',
    reason: 'The step of a literal index gives the same range, but later.',
  },
  {
    file: 'lib/results/query/sql/datetime/text-cursor.ts',
    text: 'length = 0;',
    mutation: '0 -> 1',
    reason: '`integer` sets it before any code reads it.',
  },
  {
    file: 'lib/names/environment.ts',
    text: "export const inProcessKey = Symbol.for('downpour.inProcess');",
    reason: 'No other code of a process registers a symbol with a text of this kind.',
  },
  {
    file: 'bin/document/read-document.ts',
    text: "throw new DownpourError('CEILINGS_INVALID', 400, `${names.ceilings}: ${why}`, { cause });",
    mutation: 'cause -> ',
    reason: 'No command shows the cause. Its message is part of the error.',
  },
  {
    file: 'lib/store/dynamo-table.ts',
    text: "ConditionCheck: { Key: only(write.check), ConditionExpression: 'attribute_exists(pk)', ...common() },",
    mutation: "'attribute_exists(pk)' -> ''",
    reason: 'Every check has a condition of its own, which replaces this one.',
  },
  {
    file: 'lib/repository/ports/batching-table.ts',
    text: 'const before = open.writes[placeOf(open, write) ?? -1];',
    reason: 'The sum with another item is not used, because the write has no place.',
  },
  {
    file: 'lib/driver/request/record-request.ts',
    text: 'unsent: false,',
    mutation: 'false -> true',
    reason: 'It is set when a request begins, before any code reads it.',
  },
  {
    file: 'lib/timetable/zone.ts',
    text: 'const far = (zone: string): number => distance(zone.toLowerCase(), text.slice(0, 60).toLowerCase());',
    mutation: '60 -> 61',
    reason: 'It bounds the time for a text that is no zone.',
  },
  {
    file: 'lib/driver/progress/recent.ts',
    text: '...(times === undefined ? {} : { times }),',
    mutation: 'times === undefined -> false',
    reason: 'JSON has no member that is undefined.',
  },
  {
    file: 'functions/scheduler.ts',
    text: "const input: OverdueInput = { overdue: 'nobody' };",
    reason: 'The schedule is disabled and deleted at once, so no function receives its input.',
  },
  {
    file: 'lib/repository/reading/visible-series.ts',
    text: 'for await (const item of itemsOf(repository.table, pk, { backward: true, limit: 20 })) {',
    mutation: '20 -> 21',
    reason: 'It is the size of one read. All reads together find the same datapoint.',
  },
  {
    file: 'lib/driver/conducting/accrued-cost.ts',
    text: 'return usageOf({ phases: phases.length, drives, groups, driveMs, rounds, requests, bytesSent: 0, fargate });',
    mutation: '0 -> 1',
    reason: 'The price of one byte is far below the last digit that is shown.',
  },
  {
    file: 'lib/driver/conducting/limits.ts',
    text: 'recentsMsDrive: 50,',
    mutation: '50 -> 51',
    reason: 'Reads of the last seconds come a little later, and no second is lost.',
  },
  {
    file: 'functions/driver/ending/wait-until-idle.ts',
    text: 'return expectedAt === undefined || noop || shards === undefined ? [] : [{ phase, shards }];',
    mutation: '|| -> &&',
    reason: 'No drive of such a phase is at work. To leave it out only saves reads.',
  },
  {
    file: 'lib/driver/scenario/compile.ts',
    text: 'resources = 0;',
    mutation: '0 -> 1',
    reason: 'It makes one place that no step uses.',
  },
  {
    file: 'functions/driver/settle.ts',
    text: 'for (let group = 0; group < groups; group += 1) {',
    mutation: '< -> <=',
    reason: 'The further group has no drives, so it adds nothing.',
  },
  {
    file: 'lib/results/json/window.ts',
    text: 'for (let at = 0; at < bytes.length; at += 1) if ((bytes[at]! & 0xc0) === 0x80) count += 1;',
    mutation: '< -> <=',
    reason: 'The value behind the last byte is undefined, which is not counted.',
  },
  {
    file: 'lib/repository/pipeline/dataset-cleanup.ts',
    text: 'await runs.change(run, (row) => (row.hasBatches === true ? undefined : { ...row, hasBatches: true }));',
    mutation: 'row.hasBatches === true -> false',
    reason: 'It only saves the write of a row that is marked already.',
  },
  {
    file: 'lib/driver/planning/plan.ts',
    text: 'expectedArrivals: model.expectedUsers(phase.durationMs ?? 0),',
    mutation: '0 -> 1',
    reason: 'The users of a phase without a duration do not depend on it.',
  },
  {
    file: 'lib/results/query/sql/values/arithmetic.ts',
    text: 'return Number.isSafeInteger(result) ? result + 0 : undefined;',
    mutation: 'Number.isSafeInteger(result) -> false',
    reason: 'The exact calculation has the same result and takes longer.',
  },
  {
    file: 'lib/results/json/machine/scan.ts',
    text: 'let mode: i32 = 0;',
    mutation: '0 -> 1',
    reason: 'Each call of `scan` sets it before any code reads it.',
  },
  {
    file: 'lib/results/json/machine/columns.ts',
    text: 'let waits: boolean = false;',
    mutation: 'false -> true',
    reason: 'Each call of `scan` sets it before any code reads it.',
  },
  {
    file: 'lib/results/json/machine/layout.ts',
    text: 'export const stateTop: i32 = 40;',
    mutation: '40 -> 400',
    reason: 'No other number has this address.',
  },
  {
    file: 'lib/results/json/machine/layout.ts',
    text: 'export const stateChunk: i32 = 124;',
    mutation: '124 -> 1240',
    reason: 'No other number has this address.',
  },
  {
    file: 'lib/results/json/machine/layout.ts',
    text: 'export const stateHeld: i32 = 72;',
    mutation: '72 -> 720',
    reason: 'No other number has this address.',
  },
  {
    file: 'lib/results/json/machine/layout.ts',
    text: 'export const labelBytes: i32 = 256;',
    mutation: '256 -> 2560',
    reason: 'When two labels are equal, the slower way finds the same values in their order.',
  },
  {
    file: 'lib/local/object-store/server.ts',
    text: "const [rawPath = '/', rawQuery = ''] = split(request.url ?? '/', '?');",
    mutation: "'/' -> ''",
    reason: 'Every request has a URL, and every URL has a path.',
  },
  {
    file: 'lib/local/tables/transactions.ts',
    text: 'if (error) return done(error);',
    mutation: 'error -> false',
    reason: 'The transaction has read the same table before, so it is there.',
  },
  {
    file: 'lib/local/tables/transactions.ts',
    text: "const invalid = kind === 'Put' ? databases.validateItem(item, table) : databases.validateKey(item, table);",
    mutation: "kind === 'Put' -> true",
    reason: 'Each operation validates its key again when it runs.',
  },
  {
    file: 'lib/local/state-machine/burst-machine.ts',
    text: "taskSecurityGroups: 'local',",
    reason: 'The tasks of this machine run in no network of a cloud.',
  },
  {
    file: 'lib/local/tables/check-transaction.ts',
    text: "if (type === 'L' && Array.isArray(value)) return value.reduce((sum, each) => sum + 1 + valueBytes(each), 3);",
    mutation: '3 -> 30',
    reason: 'It is an upper bound. With a higher one, dynalite checks some items that need no check.',
  },
  {
    file: 'lib/local/gateway/bodies.ts',
    text: "request.once('error', reject);",
    reason: 'A request closes after its error, and `gone` then rejects.',
  },
  {
    file: 'functions/api/pipeline/replies/large-reply.ts',
    text: 'const length = reply?.body?.length ?? 0;',
    mutation: '0 -> 1',
    reason: 'Both are below the length from which a reply is measured.',
  },
  {
    file: 'lib/results/query/sql/values/scientific.ts',
    text: "const [, sign, whole = '', fraction = '', exponent = '0'] = match;",
    mutation: "'0' -> ''",
    reason: '`Number` reads both texts as 0.',
  },
  {
    file: 'lib/report/page/data/heat.ts',
    text: 'let [first, last] = [Infinity, 0];',
    mutation: '0 -> 1',
    reason: 'It adds an edge that no column uses, and only when all times are in slot 0.',
  },
  {
    file: 'lib/repository/pipeline/datasets/compose.ts',
    text: 'return slices.length <= datasetLimits.datasetSlicesMax || !elements.every(isAtHand) ? slices : undefined;',
    mutation: '<= -> <',
    reason: 'Both branches give the same dataset. The limit only decides which is faster.',
  },
  {
    file: 'lib/driver/scenario/steps/random-csv-row.ts',
    text: "throw new Error(`file '${file}' is not valid, line ${line}: ${message}`);",
    mutation: "throw new Error(`file '${file}' is not valid, line ${line}: ${message}`); -> {}",
    reason: 'The check of the document refuses such a file before a plan is made.',
  },
  {
    file: 'lib/report/limit-words.ts',
    text: 'function quantileName(quantile = 0): string {',
    mutation: '0 -> 1',
    reason: 'Every limit of this criterion has a quantile.',
  },
  {
    file: 'lib/results/json/compact.ts',
    text: 'readonly #written = new GrowingBytes(1024);',
    mutation: '1024 -> 10240',
    reason: 'It is only the size at the start. The bytes grow when they need more room.',
  },
  {
    file: 'lib/web/screens/burst/curve.ts',
    text: 'sent: seconds.requestsPerSec[index] ?? 0,',
    mutation: '0 -> 1',
    reason: 'All lists of a phase have one entry for each second.',
  },
  {
    file: 'lib/driver/document/compile-schema.ts',
    text: 'strict: true,',
    reason: 'It only decides how Ajv reports a mistake in the schema itself, and the schema has none.',
  },
  {
    file: 'lib/repository/search/experiments/comparison-models.ts',
    text: 'return Number.isFinite(mean) ? mean : values.reduce((sum, each) => sum + each / values.length, 0);',
    mutation: 'Number.isFinite(mean) -> false',
    reason: 'Both are the mean. They differ at most in the last binary digit.',
  },
  {
    file: 'lib/driver/judging/waiting-causes.ts',
    text: 'const ns = longest.get(second) ?? 0;',
    mutation: '0 -> 1',
    reason: 'Both are below `leastNs`, so the result is 0.',
  },
  {
    file: 'functions/scheduler.ts',
    text: 'opened ??= new SchedulerClient({});',
    mutation: '??= -> =',
    reason: 'A further client of the service behaves like the first one.',
  },
  {
    file: 'lib/repository/reading/visible-series.ts',
    text: 'const { pk } = repositoryKey.datapoint(variable, seriesOf(fingerprint), 0, 0, 0);',
    mutation: '0 -> 1',
    reason: 'The numbers are only in the sort key, which is not used.',
  },
];

export const isEquivalent = (mutant: Mutant, table: readonly Equivalent[] = equivalents): boolean =>
  table.some(
    ({ file, text, mutation }) =>
      file === mutant.file &&
      text === mutant.text &&
      (mutation === undefined || mutation === `${mutant.before} -> ${mutant.after}`),
  );
