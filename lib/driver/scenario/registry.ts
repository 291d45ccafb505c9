import type {
  HeaderHandlerFactory,
  ProcessorFactory,
  RawBytesHandler,
  StatusHandler,
  Transformer,
} from '../model/handlers.ts';
import type { Action } from '../model/session.ts';
import { addItem } from './actions/add-item.ts';
import { addToInt } from './actions/add-to-int.ts';
import { addToSharedCounter } from './actions/add-to-shared-counter.ts';
import { clearHttpCache } from './actions/clear-http-cache.ts';
import { conditional } from './actions/conditional.ts';
import { fail } from './actions/fail.ts';
import { getIndex } from './actions/get-index.ts';
import { getItem } from './actions/get-item.ts';
import { getSharedCounter } from './actions/get-shared-counter.ts';
import { getSize } from './actions/get-size.ts';
import { log } from './actions/log.ts';
import { markRequestInvalid } from './actions/mark-request-invalid.ts';
import { newSequence } from './actions/new-sequence.ts';
import { publishAgentData } from './actions/publish-agent-data.ts';
import { publishGlobalCounters } from './actions/publish-global-counters.ts';
import { readAgentData } from './actions/read-agent-data.ts';
import { removeItem } from './actions/remove-item.ts';
import { restartSequence } from './actions/restart-sequence.ts';
import { set } from './actions/set.ts';
import { setInt } from './actions/set-int.ts';
import { setItem } from './actions/set-item.ts';
import { setSharedCounter } from './actions/set-shared-counter.ts';
import { stringToInt } from './actions/string-to-int.ts';
import { unset } from './actions/unset.ts';
import type { Group, Groups } from './groups.ts';
import { conditionalHeader } from './handlers/header/conditional.ts';
import { countHeaders } from './handlers/header/count-headers.ts';
import { filter } from './handlers/header/filter.ts';
import { logInvalidHeaders } from './handlers/header/log-invalid.ts';
import { recordHeaderTime } from './handlers/header/record-header-time.ts';
import { transferSizeRecorder } from './handlers/raw-bytes/transfer-size-recorder.ts';
import { statusAction } from './handlers/status/action.ts';
import { counter } from './handlers/status/counter.ts';
import { multiplex } from './handlers/status/multiplex.ts';
import { range } from './handlers/status/range.ts';
import { stats } from './handlers/status/stats.ts';
import { storeStatus } from './handlers/status/store.ts';
import type { Kind, StepKind } from './kind.ts';
import { array } from './processors/array.ts';
import { closeConnection } from './processors/close-connection.ts';
import { collection } from './processors/collection.ts';
import { conditionalProcessor } from './processors/conditional.ts';
import { count } from './processors/count.ts';
import { asProcessor } from './processors/data/whole-value.ts';
import { gzipInflator } from './processors/gzip-inflator.ts';
import { json } from './processors/json.ts';
import { logInvalid } from './processors/log-invalid.ts';
import { parseHtml } from './processors/parse-html.ts';
import { queue } from './processors/queue.ts';
import { simple, store } from './processors/store.ts';
import { storeInt } from './processors/store-int.ts';
import { asStep } from './steps/action-as-step.ts';
import { awaitAllResponses } from './steps/await-all-responses.ts';
import { awaitDelay } from './steps/await-delay.ts';
import { awaitInt } from './steps/await-int.ts';
import { awaitVar } from './steps/await-var.ts';
import { breakIfFinished } from './steps/break-if-finished.ts';
import { breakSequence } from './steps/break-sequence.ts';
import { divide } from './steps/divide.ts';
import { foreach } from './steps/foreach.ts';
import { hotrodRequest } from './steps/hotrod-request.ts';
import { httpRequest } from './steps/http-request.ts';
import { json as jsonStep } from './steps/json.ts';
import { loop } from './steps/loop.ts';
import { nextSequence } from './steps/next-sequence.ts';
import { noop } from './steps/noop.ts';
import { pullSharedMap } from './steps/pull-shared-map.ts';
import { pushSharedMap } from './steps/push-shared-map.ts';
import { randomCsvRow } from './steps/random-csv-row.ts';
import { randomFile } from './steps/random-file.ts';
import { randomInt } from './steps/random-int.ts';
import { randomItem } from './steps/random-item.ts';
import { randomUUID } from './steps/random-uuid.ts';
import { restartSequence as restartStep } from './steps/restart-sequence.ts';
import { scheduleDelay } from './steps/schedule-delay.ts';
import { stop } from './steps/stop.ts';
import { stopwatch } from './steps/stopwatch.ts';
import { template } from './steps/template.ts';
import { thinkTime } from './steps/think-time.ts';
import { timestamp } from './steps/timestamp.ts';
import { actions as actionsTransformer } from './transformers/actions.ts';
import { pattern } from './transformers/pattern.ts';

/**
 * The kinds of one group. A kind receives only bodies that its own parser made, so the cast of their type is
 * safe.
 */
type Kinds<Compiled> = readonly Kind<unknown, Compiled>[];

const actions: Kinds<Action> = [
  addItem,
  addToInt,
  addToSharedCounter,
  clearHttpCache,
  conditional,
  fail,
  getIndex,
  getItem,
  getSharedCounter,
  getSize,
  log,
  markRequestInvalid,
  newSequence,
  publishAgentData,
  publishGlobalCounters,
  readAgentData,
  removeItem,
  restartSequence,
  set,
  setInt,
  setItem,
  setSharedCounter,
  stringToInt,
  unset,
];

/** The processors by name. A processor replaces an action with the same name. */
const processors: Kinds<ProcessorFactory> = [
  ...actions.map(asProcessor),
  array,
  closeConnection,
  collection,
  conditionalProcessor,
  count,
  gzipInflator,
  json,
  logInvalid,
  queue,
  parseHtml,
  simple,
  store,
  storeInt,
];

const statusHandlers: Kinds<StatusHandler> = [statusAction, counter, multiplex, range, stats, storeStatus];

const headerHandlers: Kinds<HeaderHandlerFactory> = [
  conditionalHeader,
  countHeaders,
  filter,
  logInvalidHeaders,
  recordHeaderTime,
];

const rawBytesHandlers: Kinds<RawBytesHandler> = [transferSizeRecorder];

const transformers: Kinds<Transformer> = [actionsTransformer, pattern];

const steps: readonly StepKind<unknown>[] = [
  ...actions.filter((action) => action !== restartSequence).map(asStep),
  awaitAllResponses,
  awaitDelay,
  awaitInt,
  awaitVar,
  breakIfFinished,
  breakSequence,
  divide,
  foreach,
  hotrodRequest,
  httpRequest,
  jsonStep,
  loop,
  nextSequence,
  noop,
  pullSharedMap,
  pushSharedMap,
  randomCsvRow,
  randomFile,
  randomInt,
  randomItem,
  randomUUID,
  restartStep,
  scheduleDelay,
  stop,
  stopwatch,
  template,
  thinkTime,
  timestamp,
];

/** All kinds, by group and name. */
export const kinds: { readonly [G in Group]: ReadonlyMap<string, Kind<unknown, Groups[G]>> } = {
  action: byName(actions),
  processor: byName(processors),
  statusHandler: byName(statusHandlers),
  headerHandler: byName(headerHandlers),
  rawBytesHandler: byName(rawBytesHandlers),
  transformer: byName(transformers),
};

export const stepKinds: ReadonlyMap<string, StepKind<unknown>> = byName(steps);

/**
 * The kind of a step.
 * @throws Error for a step that this release of Downpour does not know. Another release may have made the
 * plan.
 */
export function stepKindOf(name: string): StepKind<unknown> {
  return kindOf(stepKinds, name);
}

export function kindOf<T>(table: ReadonlyMap<string, T>, name: string): T {
  const kind = table.get(name);
  if (kind === undefined)
    throw new Error(
      `the plan has the unknown step, action or handler '${name}'; another release of Downpour may have made the plan, so start the run again`,
    );
  return kind;
}

function byName<K extends { readonly name: string }>(list: readonly K[]): ReadonlyMap<string, K> {
  return new Map(list.map((each) => [each.name, each]));
}
