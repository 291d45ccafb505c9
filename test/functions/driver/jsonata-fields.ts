import jsonata from 'jsonata';

/**
 * Checks the JSONata fields of a definition by the rules that AWS documents, over the syntax tree that
 * JSONata itself makes. https://docs.aws.amazon.com/step-functions/latest/dg/transforming-data.html
 */

type Fields = Readonly<Record<string, unknown>>;

/** The fields of each type of state in which Step Functions evaluates `{% %}`. */
const evaluated: Readonly<Record<string, readonly string[]>> = {
  Task: ['Arguments', 'Output', 'Assign', 'TimeoutSeconds', 'HeartbeatSeconds'],
  Map: [
    ...['Items', 'ItemSelector', 'Output', 'Assign', 'MaxConcurrency'],
    ...['ToleratedFailurePercentage', 'ToleratedFailureCount'],
  ],
  Choice: ['Output', 'Assign'],
  Wait: ['Seconds', 'Timestamp', 'Output', 'Assign'],
  Pass: ['Output', 'Assign'],
  Succeed: ['Output'],
  Fail: ['Error', 'Cause'],
};

/** Matches fields of JSONPath states, which Step Functions rejects in a JSONata state. */
const ofJsonPath = /^(InputPath|OutputPath|ResultPath|Parameters|ResultSelector|\w+Path|Variable)$|\.\$$/;

/** The functions that Step Functions adds to JSONata. Step Functions does not support `$eval`. */
const added = new Set(['partition', 'range', 'hash', 'random', 'uuid', 'parse']);

/**
 * A JSONata expression, its place in the definition (a path), and the members of `$states` that exist at this
 * place.
 */
type Found = { readonly place: string; readonly text: string; readonly members: readonly string[] };

/** All problems of a definition, each with its place. Empty: Step Functions accepts its JSONata fields. */
export function jsonataProblems(definition: Fields): readonly string[] {
  return machine(definition, '');
}

/** The texts of all expressions, without `{%` and `%}`. */
export const expressionsIn = (definition: unknown): readonly string[] =>
  texts(definition, '').flatMap(({ text }) => inner(text) ?? []);

function machine({ States = {} }: Fields, place: string): string[] {
  return Object.entries(States as Readonly<Record<string, Fields>>).flatMap(([name, state]) =>
    stateProblems(state, `${place}${name}`),
  );
}

function stateProblems(state: Fields, place: string): string[] {
  const type = String(state.Type);
  const hasResult = type === 'Task' || type === 'Map' || type === 'Parallel';
  return Object.entries(state).flatMap(([field, value]) => {
    const at = `${place}.${field}`;
    if (field === 'Comment') return [];
    if (field === 'ItemProcessor') return machine(value as Fields, `${place}/`);
    if (ofJsonPath.test(field)) return [`${at}: a field of JSONPath`];
    if (field === 'Catch') return clauses(value, at, ['Output', 'Assign'], ['input', 'errorOutput']);
    if (field === 'Choices') return clauses(value, at, ['Condition', 'Output', 'Assign'], ['input']);
    const members = hasResult && (field === 'Output' || field === 'Assign') ? ['input', 'result'] : ['input'];
    const isEvaluated = evaluated[type]?.includes(field) ?? false;
    return valueProblems(value, at, isEvaluated, members);
  });
}

function clauses(
  list: unknown,
  place: string,
  fields: readonly string[],
  members: readonly string[],
): string[] {
  return (list as readonly Fields[]).flatMap((clause, n) =>
    Object.entries(clause).flatMap(([field, value]) =>
      valueProblems(value, `${place}[${n}].${field}`, fields.includes(field), members),
    ),
  );
}

function valueProblems(
  value: unknown,
  place: string,
  isEvaluated: boolean,
  members: readonly string[],
): string[] {
  return texts(value, place).flatMap(({ text, place: at }) => {
    if (/\.\$$/.test(at)) return [`${at}: a field of JSONPath`];
    if (!text.includes('{%') && !text.includes('%}')) return [];
    if (!isEvaluated) return [`${at}: the service evaluates no expression here`];
    const source = inner(text);
    if (source === undefined) return [`${at}: an expression must be the whole text`];
    return expressionProblems({ place: at, text: source, members: [...members, 'context'] });
  });
}

function inner(text: string): string | undefined {
  const [, source] = /^\{%([\s\S]*)%\}$/.exec(text) ?? [];
  return source === undefined || /\{%|%\}/.test(source) ? undefined : source;
}

function texts(value: unknown, place: string): { readonly text: string; readonly place: string }[] {
  if (typeof value === 'string') return [{ text: value, place }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => texts(each, `${place}.${name}`));
}

function expressionProblems(found: Found): string[] {
  let tree: unknown;
  try {
    tree = jsonata(found.text).ast();
  } catch (error) {
    return [`${found.place}: ${String((error as { message?: unknown }).message)}`];
  }
  return nodeProblems(tree, found).map((problem) => `${found.place}: ${problem}`);
}

type Node = Fields & { readonly type?: string; readonly value?: unknown };

function nodeProblems(node: unknown, found: Found): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((each) => nodeProblems(each, found));
  const { type, value, ...rest } = node as Node;
  switch (type) {
    case 'path':
      return pathProblems(rest.steps as readonly Node[], found);
    case 'function':
      return [...callProblems(rest.procedure as Node), ...nodeProblems(rest.arguments, found)];
    case 'variable':
      return [`$${value} is no variable that a state has assigned`];
    case 'name':
    case 'wildcard':
    case 'descendant':
    case 'parent':
      return [`${value} names no input: a path begins with $states`];
    default:
      return Object.values(rest).flatMap((each) => nodeProblems(each, found));
  }
}

/** The problems of a path of names that begins with `$states`. Its first member must exist at this place. */
function pathProblems([first, second, ...others]: readonly Node[], found: Found): string[] {
  if (first?.type !== 'variable' || first.value !== 'states') return nodeProblems(first, found);
  const member = String(second?.value);
  const names = [second, ...others].map((step) => String(step?.value)).join('.');
  const path = `$states.${names}`;
  if (!found.members.includes(member)) return [`${path} has no value here`];
  if (names.startsWith('context.Task') && !/\.Arguments\b/.test(found.place))
    return [`${path} has no value here`];
  if (names.startsWith('context.Map') && !/\.ItemSelector\b/.test(found.place))
    return [`${path} has no value here`];
  // A name in a predicate is a member of an item, so it is not checked.
  return [];
}

function callProblems({ type, value }: Node): string[] {
  const name = String(value);
  if (type !== 'variable') return ['a call of something that is no named function'];
  if (name === 'eval') return ['$eval is withheld by the service'];
  return added.has(name) || builtIn.has(name) ? [] : [`there is no function $${name}`];
}

/** The functions of JSONata 2.0.6, the version that Step Functions runs. */
export const builtIn: ReadonlySet<string> = new Set(
  (
    'abs append assert average base64decode base64encode boolean ceil contains count decodeUrl ' +
    'decodeUrlComponent distinct each encodeUrl encodeUrlComponent error exists filter floor formatBase ' +
    'formatInteger formatNumber fromMillis join keys length lookup lowercase map match max merge millis min ' +
    'not now number pad parseInteger power random reduce replace reverse round shuffle sift single sort ' +
    'split spread sqrt string substring substringAfter substringBefore sum toMillis trim type uppercase zip'
  ).split(' '),
);
