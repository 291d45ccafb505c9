import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import {
  type Draft,
  type DraftRequest,
  type DraftSequence,
  type DraftStep,
  notSet,
  type Variable,
} from './draft.ts';
import { partsOf, patternOf, variablesOf } from './marks.ts';

/** What the document says about itself. */
export type Heading = {
  readonly name: string;
  /** One line: what it is and where it comes from. */
  readonly about: string;
  /** Where an editor finds the schema: a path relative to the document, or a URL. */
  readonly schema: string;
  /** Commands that check and run it, as they can be typed. */
  readonly commands: readonly string[];
};

/** The benchmark document of a draft, as YAML that explains itself. One phase of low, even load. */
export const writeDocument = (draft: Draft, heading: Heading): string => {
  const document = new Document(
    map(
      entry('name', text(heading.name)),
      entry('http', targets(draft), { comment: targetComment(draft), blank: true }),
      ...goOn(draft),
      entry('phases', list(map(entry('visitors', map(entry('constantRate', phase(draft)))))), {
        comment: [
          'What happens. Phases run side by side unless one waits for another; this document has one.',
        ],
        blank: true,
      }),
    ),
  );
  document.commentBefore = comment([
    `yaml-language-server: $schema=${heading.schema}`,
    '',
    heading.about,
    ...secretLines(draft),
    ...heading.commands,
  ]);
  return document.toString({ lineWidth: 0 });
};

const secretLines = (draft: Draft): readonly string[] =>
  [...draft.secrets].map(
    ([name, places]) => `Secret, not kept here: ${name} (${places.join(', ')}); give it with -P ${name}=...`,
  );

const targetComment = (draft: Draft): readonly string[] => [
  'Where the load goes. `!param NAME default` takes its value from the command line (-P NAME=value), else the default.',
  ...(draft.targets.length > 1 ? ['A request names its target with `endpoint`.'] : []),
];

const targets = (draft: Draft): Node => {
  const entries = draft.targets.map((target, index) =>
    map(
      ...(draft.targets.length > 1 ? [entry('name', text(target.endpoint))] : []),
      entry('host', parameter(target.parameter, target.origin)),
      entry('sharedConnections', number(20), {
        comment: index === 0 ? ['Most connections to the target at the same time.'] : [],
      }),
      entry('requestTimeout', text('10s'), {
        comment: index === 0 ? ['A request without an answer after this time has failed.'] : [],
      }),
    ),
  );
  const [only, ...more] = entries;
  return only !== undefined && more.length === 0 ? only : list(...entries);
};

/** Requests that stand for themselves should not be lost because one before them was refused. */
const goOn = (draft: Draft): readonly Pair[] =>
  draft.requests.length < 2
    ? []
    : [
        entry('ergonomics', map(entry('stopOnInvalid', flag(false))), {
          comment: ['A user goes on after a failed request; `true` ends the visit there.'],
          blank: true,
        }),
      ];

const phase = (draft: Draft): YAMLMap =>
  map(
    entry('usersPerSec', parameter('RATE', '2'), {
      comment: ['New users per second, whether or not earlier ones are done. Each runs the scenario once.'],
    }),
    entry('variance', flag(false), {
      comment: ['Evenly spaced; `true` lets them arrive at random, as people do.'],
    }),
    entry('duration', text('10s'), { comment: ['How long new users arrive.'] }),
    entry('maxDuration', text(`${maxDurationSec(draft)}s`), {
      comment: ['Whoever is not done by then is stopped.'],
    }),
    entry('maxSessions', number(500), {
      comment: ['Most users at work at once; if more are needed, the phase fails.'],
    }),
    entry('scenario', list(...draft.sequences.map((sequence) => sequenceNode(sequence, draft))), {
      comment: ['What each user does: sequences one after another, and in each its steps one after another.'],
    }),
  );

/** Arrivals, all pauses of the last user, and half a minute for slow answers. */
const maxDurationSec = ({ sequences }: Draft): number => {
  const steps = sequences.flatMap((sequence) => sequence.steps);
  const thinkMs = steps.reduce((sum, step) => sum + ('thinkMs' in step ? step.thinkMs : 0), 0);
  return 10 + Math.ceil(thinkMs / 1000) + 30;
};

const sequenceNode = ({ name, comment: about, steps }: DraftSequence, draft: Draft): YAMLMap => {
  const given = new Set<string>();
  const nodes = steps.flatMap((step) => [...preparation(step, draft, given), stepNode(step, draft)]);
  return said(map(entry(name, list(...nodes))), about);
};

/** Steps that give a request its variables: parameters once in a sequence, random values before each request. */
const preparation = (step: DraftStep, draft: Draft, given: Set<string>): readonly Node[] => {
  if ('thinkMs' in step) return [];
  const { path, headers, body = '' } = step.request;
  const headerReads = headers.flatMap(([, value]) => (loneParameter(value, draft) ? [] : variablesOf(value)));
  const bodyReads = loneParameter(body, draft) ? [] : variablesOf(body);
  const names = new Set([...variablesOf(path), ...headerReads, ...bodyReads]);
  return [...names].flatMap((name) => {
    const variable = draft.variables.get(name);
    if (variable === undefined || given.has(name)) return [];
    if (variable.kind === 'parameter') given.add(name);
    return [giving(name, variable)];
  });
};

const giving = (name: string, variable: Variable): Node => {
  switch (variable.kind) {
    case 'parameter':
      return map(
        entry(
          'set',
          map(entry('var', text(name)), entry('value', parameter(variable.parameter, variable.fallback))),
        ),
      );
    case 'integer':
      return map(entry('randomInt', text(`${name} <- ${variable.min} .. ${variable.max}`)));
    case 'item':
      return map(
        entry('randomItem', map(entry('toVar', text(name)), entry('list', list(...variable.list.map(text))))),
      );
  }
};

const stepNode = (step: DraftStep, draft: Draft): Node => {
  if ('thinkMs' in step) return map(entry('thinkTime', text(duration(step.thinkMs))));
  const { request } = step;
  return said(map(entry('httpRequest', requestNode(request, draft))), request.comment);
};

const requestNode = (request: DraftRequest, draft: Draft): YAMLMap =>
  map(
    entry(request.method, text(patternOf(request.path))),
    ...(draft.targets.length > 1
      ? [entry('endpoint', inline(entry('value', text(request.target.endpoint))))]
      : []),
    ...(request.headers.length === 0
      ? []
      : [
          entry(
            'headers',
            map(...request.headers.map(([name, value]) => entry(name, valueNode(value, draft)))),
          ),
        ]),
    ...(request.body === undefined ? [] : [entry('body', valueNode(request.body, draft))]),
    entry('metric', text(request.metric)),
    ...(request.timeoutMs === undefined ? [] : [entry('timeout', text(duration(request.timeoutMs)))]),
    ...(request.status === undefined ? [] : [entry('handler', recordedStatus(request.status))]),
  );

const recordedStatus = (status: number): YAMLMap =>
  map(
    entry('autoRangeCheck', flag(false), {
      comment: ['The source has seen this status here, so it is no failure.'],
    }),
    entry('status', map(entry('range', text(String(status))))),
  );

/** A value that is nothing but a parameter says so in place; the others read variables. */
const valueNode = (value: string, draft: Draft): Node => {
  const lone = loneParameter(value, draft);
  return lone === undefined ? text(patternOf(value)) : parameter(lone.parameter, patternOf(lone.fallback));
};

const loneParameter = (value: string, draft: Draft): Extract<Variable, { kind: 'parameter' }> | undefined => {
  const [part, ...more] = partsOf(value);
  if (part === undefined || typeof part === 'string' || more.length > 0) return undefined;
  const variable = draft.variables.get(part.read);
  return variable?.kind === 'parameter' && variable.fallback === notSet ? variable : undefined;
};

const duration = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`);

type Node = YAMLMap | YAMLSeq | Scalar;

const entry = (
  key: string,
  value: Node,
  {
    comment: lines = [],
    blank = false,
  }: { readonly comment?: readonly string[]; readonly blank?: boolean } = {},
): Pair => {
  const name = new Scalar(key);
  if (lines.length > 0) name.commentBefore = comment(lines);
  name.spaceBefore = blank;
  return new Pair(name, value);
};

const map = (...pairs: readonly Pair[]): YAMLMap => {
  const node = new YAMLMap();
  node.items.push(...pairs);
  return node;
};

const inline = (...pairs: readonly Pair[]): YAMLMap => {
  const node = map(...pairs);
  node.flow = true;
  return node;
};

/** An item of a list with a comment above it. */
const said = (item: YAMLMap, line: string | undefined): YAMLMap => {
  if (line !== undefined) item.commentBefore = comment([line]);
  return item;
};

const list = (...items: readonly Node[]): YAMLSeq => {
  const node = new YAMLSeq();
  node.items.push(...items);
  return node;
};

const text = (value: string): Scalar => new Scalar(value);
const number = (value: number): Scalar => new Scalar(value);
const flag = (value: boolean): Scalar => new Scalar(value);

/** `!param NAME default`. Quotes keep a default whole that is empty or has blanks or quotes at its ends. */
const parameter = (name: string, fallback: string): Scalar => {
  const bare = fallback !== '' && fallback === fallback.trim() && !/^(["']).*\1$/s.test(fallback);
  const node = new Scalar(`${name} ${bare ? fallback : `"${fallback}"`}`);
  node.tag = '!param';
  return node;
};

/** Comment text as the library takes it: each line begins with a blank, and nothing ends a line early. */
const comment = (lines: readonly string[]): string =>
  lines.map((line) => ` ${line.replace(/[\p{Cc}\u2028\u2029\uFFFE\uFEFF]+/gu, ' ')}`).join('\n');
