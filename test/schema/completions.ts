/**
 * The place of the cursor `|` in a body, and words that an editor must propose there. It may propose more.
 */
export type Completion = readonly [where: string, proposed: string];

/**
 * Writes each key one level deeper than the key before it. The cursor is below the last key, or after it when
 * the key ends with a blank.
 */
function below(...keys: readonly string[]): string {
  let text = '';
  let indent = '';
  for (const key of keys) {
    text += `${text === '' ? '' : '\n'}${indent}${key}`;
    indent += key.startsWith('- ') ? '    ' : '  ';
  }
  return text.endsWith(' ') ? `${text}|` : `${text}\n${indent}|`;
}

const step = (...keys: readonly string[]): string => below('scenario:', '- a:', ...keys);
const handler = (...keys: readonly string[]): string => step('- httpRequest:', 'handler:', ...keys);
const phase = (...keys: readonly string[]): string => below('phases:', '- a:', 'constantRate:', ...keys);

const conditions = 'boolCondition intCondition stringCondition allConditions';
const comparisons = 'equalTo notEqualTo greaterThan greaterOrEqualTo lessThan lessOrEqualTo';
const texts = 'startsWith endsWith matchVar length caseSensitive negate';
const actions = 'addItem set setInt log newSequence fail';
const processors = 'array collection count gzipInflator json parseHtml queue store storeInt addToInt';

export const completions: readonly Completion[] = [
  // Proposals inside the bodies of steps and actions.
  [step('- addItem:'), 'toVar value fromVar'],
  [step('- addToSharedCounter:'), 'key operator value fromVar'],
  [step('- addToSharedCounter:', 'operator: '), 'ADD SUBTRACT'],
  [step('- awaitInt:'), `var ${comparisons}`],
  [step('- breakSequence:'), `${conditions} onBreak`],
  [step('- breakSequence:', 'onBreak:'), actions],
  [step('- conditional:', 'actions:', '- '), actions],
  [step('- foreach:'), 'fromVar sequence counterVar'],
  [step('- getSize:'), 'fromVar toVar undefinedValue boolFilter intFilter stringFilter'],
  [step('- getSize:', 'intFilter:'), comparisons],
  [step('- hotrodRequest:'), 'put get operation cacheName key value metric'],
  [step('- json:'), 'fromVar query toVar toArray processor unquote delete replace'],
  [step('- loop:'), 'counterVar repeats steps'],
  [step('- newSequence:'), 'sequence concurrencyPolicy forceSameIndex'],
  [step('- newSequence:', 'concurrencyPolicy: '), 'FAIL WARN'],
  [step('- publishAgentData:'), 'name fromVar'],
  [step('- pullSharedMap:'), 'key match vars'],
  [step('- randomCsvRow:'), 'file columns separator skipComments skipHeader order removeQuotes'],
  [step('- randomFile:'), 'files toVar filenameVar'],
  [step('- randomItem:'), 'toVar list file fromVar'],
  [step('- scheduleDelay:'), 'key duration random min max type fromNow fromLast'],
  [step('- scheduleDelay:', 'type: '), 'FROM_NOW FROM_LAST'],
  [step('- set:', 'intArray:'), 'size fromVar'],
  [step('- setInt:'), 'var value fromVar min max onlyIfNotSet intCondition'],
  [step('- stopwatch:', '- '), 'httpRequest thinkTime loop'],
  [step('- timestamp:'), 'toVar pattern localeCountry'],
  // Proposals inside requests.
  [step('- httpRequest:', 'body:'), 'pattern text fromVar fromFile form'],
  [step('- httpRequest:', 'body:', 'form:', '- '), 'name value fromVar pattern'],
  [step('- httpRequest:', 'compensation:'), 'targetRate metric'],
  [step('- httpRequest:', 'compression:'), 'encoding type'],
  [step('- httpRequest:', 'method: '), 'GET HEAD POST PUT DELETE OPTIONS PATCH TRACE CONNECT'],
  // Proposals inside handlers, also inside other handlers.
  [handler('status:', 'counter:'), 'var expectStatus init add set'],
  [handler('status:', 'multiplex:', '2xx:'), 'action counter multiplex range stats store'],
  [handler('status:', 'action:', 'other:'), actions],
  [handler('header:'), 'conditional countHeaders filter logInvalid recordHeaderTime'],
  [handler('header:', 'conditional:'), `${conditions} handler`],
  [handler('header:', 'filter:', 'header:'), `value ${texts}`],
  [handler('header:', 'filter:', 'processor:'), processors],
  [handler('header:', 'recordHeaderTime:', 'unit: '), 'ms ns'],
  [handler('body:', '- '), processors],
  [handler('body:', 'array:'), 'toVar maxSize format silent'],
  [handler('body:', 'array:', 'format: '), 'STRING BYTES BYTEBUF'],
  [handler('body:', 'conditional:', 'processor:'), processors],
  [handler('body:', 'gzipInflator:'), 'encodingVar processor'],
  [handler('body:', 'json:', 'replace:'), 'pattern actions'],
  [handler('body:', 'parseHtml:'), 'onTagAttribute onEmbeddedResource'],
  [handler('body:', 'parseHtml:', 'onTagAttribute:'), 'tag attribute where processor toVar toArray format'],
  [
    handler('body:', 'parseHtml:', 'onEmbeddedResource:', 'fetchResource:'),
    'maxResources concurrency metric onCompletion',
  ],
  [handler('body:', 'queue:'), 'var maxSize concurrency sequence format onCompletion'],
  [handler('body:', 'queue:', 'onCompletion:'), actions],
  [handler('onCompletion:', '- '), actions],
  [handler('rawBytes:'), 'transferSizeRecorder'],
  // Proposals inside conditions.
  [step('- breakSequence:', 'boolCondition:'), 'fromVar value'],
  [step('- breakSequence:', 'intCondition:'), `fromVar isSet ${comparisons}`],
  [step('- breakSequence:', 'stringCondition:'), `fromVar isSet ${texts}`],
  [step('- breakSequence:', 'stringCondition:', 'length:'), comparisons],
  [step('- breakSequence:', 'allConditions:', '- '), conditions],
  // Proposals inside phases and next to their members.
  [
    below('staircase:'),
    'initialRampUpDuration steadyStateDuration rampUpDuration initialUsersPerSec maxIterations forks',
  ],
  [phase('startWith:'), 'phase iteration fork delay'],
  [phase('startAfter:', 'iteration: '), 'none previous same'],
  [phase('usersPerSec:'), 'base increment'],
  [phase('customSla:', 'watch:'), 'limits errorRatio meanResponseTime window'],
  [phase('scenario:'), 'initialSequences sequences orderedSequences maxSequences maxRequests'],
  [phase('forks:', 'b:'), 'weight scenario'],
];
