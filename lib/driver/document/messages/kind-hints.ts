import { hintAt, nearestName } from '../nearest.ts';

/**
 * A hint for an unknown kind, such as a step. It is the first of these that applies. How to write an *if*;
 * how to write a percentile, a metric or a JSON body; the kind for a word of other tools; the nearest known
 * kind; all known kinds if they are few; or the page with all steps.
 */
export const kindHint = (
  noun: string,
  word: string,
  steps: readonly string[],
  known: readonly string[],
): string | undefined =>
  branchHint(noun, word, steps) ??
  valueHint(word, known) ??
  handlerHint(word, known) ??
  foreignHint(word, known) ??
  hintAt(word, known) ??
  (noun === 'step' ? 'all steps are listed in docs/steps.md' : undefined);

/**
 * A hint how to write an *if* around requests. `word` is a step where an action is expected, or a word for a
 * branch in other languages. Undefined for other words.
 */
function branchHint(noun: string, word: string, steps: readonly string[]): string | undefined {
  if (noun === 'action' && steps.includes(word))
    return `'${word}' is a step and not an action: put the step into its own sequence, and start this sequence with the action 'newSequence: NAME' (${recipe})`;
  if (noun === 'step' && branchWords.test(word))
    return `write 'conditional' with a condition and actions; put requests into a sequence, and start it with the action 'newSequence: NAME' (${recipe})`;
  return undefined;
}

/**
 * A hint how to write a percentile among limits, the metric of a stopwatch, a query, a text with variables,
 * or a JSON body. Undefined for other words.
 */
function valueHint(word: string, known: readonly string[]): string | undefined {
  const [, whole, rest = ''] = /^p(\d\d)[._]?(\d{0,3})$/i.exec(word) ?? [];
  if (whole !== undefined && known.includes('limits'))
    return `write 'limits: { "0.${whole}${rest}": 100ms }' with the time of this percentile`;
  if (known.join() === 'steps' && /^(metric|name)$/i.test(word))
    return 'the metric has the name of the sequence, so give the sequence this name';
  if (/^(quer(y|ies)|params?|query_?(params?|parameters?|string))$/i.test(word) && known.includes('GET'))
    return "write the query into the path, as in 'GET: /products?limit=10'";
  if (/^(any|or|some)_?conditions?$/i.test(word) && known.includes('allConditions'))
    return 'write a step with its own condition for each case, because conditions of one step must all hold';
  if (/^(pattern|fromVar)$/.test(word) && known.includes('intArray'))
    return 'write the step \'template: { pattern: "${other}", toVar: v }\', which replaces the variables';
  const isBody = known.includes('fromFile') && known.includes('form');
  return isBody && nearestName(word, known) === undefined
    ? `write a JSON body as text in quotes, such as body: '{"${/^[\w-]{1,40}$/.test(word) ? word : 'name'}": 1}'`
    : undefined;
}

/**
 * A hint where to write members of a handler that are at a wrong place: in the request step, or directly in
 * `handler`. Undefined for other words and places.
 */
function handlerHint(word: string, known: readonly string[]): string | undefined {
  const isRequest = known.includes('handler') && known.includes('GET');
  if (!isRequest && !(known.includes('onCompletion') && known.includes('status'))) return undefined;
  const inHandler = (members: string): string => (isRequest ? `handler: { ${members} }` : members);
  if (/^(toVar|fromVar|query|json_?path|extract|capture|save_?(as|to)?)$/i.test(word))
    return `write for example '${inHandler('body: { json: { query: .id, toVar: id } }')}'`;
  return /^(range|statuse?s?|status_?code|expected?_?status)$/i.test(word)
    ? `write for example '${inHandler('status: { range: 200-299 }')}'`
    : undefined;
}

/** A hint for a known kind by a word that other tools or old pages use for it. Undefined for other words. */
function foreignHint(word: string, known: readonly string[]): string | undefined {
  const name = foreignWords.find(([own, words]) => known.includes(own) && words.test(word))?.[0];
  return name === undefined ? undefined : `did you mean '${name}'?`;
}

const foreignWords: readonly (readonly [name: string, words: RegExp])[] = [
  ['thinkTime', /^(sleep|wait|pause|delay|think)$/i],
  ['httpRequest', /^(request|http|call|fetch|get|head|post|put|patch|delete)$/i],
  ['loop', /^(repeat|times|while|for)$/i],
  ['randomCsvRow', /^(csv|feeder?|payload)$/i],
  ['log', /^(print|echo)$/i],
  ['newSequence', /^(next|go_?to)$/i],
  ['transferSizeRecorder', /^responseSizeRecorder$/i],
  ['http', /^(targets?|hosts?|url|base_?url|servers?|endpoint)$/i],
  ['host', /^(url|base_?url|target|address|server|origin)$/i],
  ['sharedConnections', /^((max_?)?connections|pool(_?size)?)$/i],
  ['allowHttp2', /^allow_?http_?2x$/i],
  ['phases', /^(stages?|load)$/i],
  ['constantRate', /^(constant|steady|poisson|arrival)_?(arrival_?)?(rate)?$/i],
  ['increasingRate', /^ramp(ing)?_?(up|rate|arrival_?rate)?$/i],
  ['decreasingRate', /^ramp_?down$/i],
  ['always', /^(closed|vus|(constant|shared)_?vus)$/i],
  ['atOnce', /^(once|burst|spike)$/i],
  ['usersPerSec', /^(rate|rps|qps|tps|arrival_?rate|users)$/i],
  ['initialUsersPerSec', /^(from|start|(initial|start)_?rate)$/i],
  ['targetUsersPerSec', /^(to|end|target|(target|end)_?rate)$/i],
  ['maxSessions', /^max_?(unfinished_?)?(sessions|users|vus)$/i],
  ['users', /^(vus|concurrency|clients|threads)$/i],
  ['startAfter', /^(after|depends_?on|needs)$/i],
  ['scenario', /^(steps?|flow|requests?|script)$/i],
  ['GET', /^(url|uri|address)$/i],
  ['body', /^(json|data|payload|content|raw)$/i],
  ['handler', /^(checks?|asserts?|assertions?|expect|extract|capture)$/i],
];

const branchWords = /^(if|else|elseif|then|when|unless|choose|switch|case|branch|condition)$/i;

const recipe = 'docs/steps.md, An if around requests';
