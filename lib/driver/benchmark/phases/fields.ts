import type { ArrivalKind } from '../../arrivals/arrival-kind.ts';
import { arrivalKinds } from '../../arrivals/registry.ts';
import { mappingSchema } from '../../declaration/body.ts';
import { entriesSchema } from '../../declaration/entries.ts';
import { named, required, shownDefault, withDefault } from '../../declaration/field.ts';
import { choice, flag, positive, positiveInteger, unread, word } from '../../declaration/scalars.ts';
import { type Definition, define, oneOrList, own, referTo, type Schema } from '../../declaration/schema.ts';
import { millis } from '../../declaration/times.ts';
import { scenarioDefinition } from '../../scenario/declaration/scenario.ts';
import { slasDefinition } from '../../scenario/steps/http-request/sla.ts';

/** The members of phases, as a document writes them. */

const scenarioExample = [{ main: [{ httpRequest: { GET: '/products' } }] }];

const referenceFields = {
  phase: required(word('Name of the phase.', 'rampUp')),
  iteration: withDefault(
    'none',
    choice(
      ['none', 'previous', 'same'],
      'Which iteration of that phase is meant: `same` and `previous` count from the one of this phase, whose first has no previous one; `none` means all of them.',
    ),
  ),
  fork: word('Fork of that phase; all of its forks when absent.', 'search'),
};

/** A reference to another phase: its name, or a mapping. */
export const referenceShape = {
  name: 'a reference to a phase',
  fields: referenceFields,
  short: { member: 'phase' },
} as const;

const phaseReference = define('phaseReference', {
  title: 'the name of a phase, or a mapping with phase and optionally iteration and fork',
  ...own('Points at another phase: its name, or its name with an iteration or a fork.', 'rampUp'),
  type: ['string', 'object'],
  ...mappingSchema(referenceFields),
});

const phaseReferences = define('phaseReferences', {
  ...own('One reference to a phase, or a list of them.', 'rampUp'),
  ...oneOrList(referTo(phaseReference)),
});

/** `startWith` has a reference, and the time after the start of that phase. */
export const startWithFields = {
  ...referenceFields,
  delay: withDefault('0s', millis('How long after the start of that phase.')),
};

const startWith = define('startWith', {
  title: 'the name of a phase, or a mapping with phase and optionally iteration, fork and delay',
  ...own(
    'The phase that this one starts together with, or so long after. A phase with forks or iterations means the first of them. Cannot be combined with startTime, startAfter and startAfterStrict.',
    { phase: 'rampUp', delay: '5s' },
  ),
  type: ['string', 'object'],
  ...mappingSchema(startWithFields),
});

export const customSla = define('customSla', {
  title: 'a mapping of metric names',
  ...own(
    'Limits for metrics that no request step records, such as those of a stopwatch: metric to SLA, or list of SLAs. Requests are judged by the `sla` of their step.',
    { checkout: { meanResponseTime: '200ms' } },
  ),
  type: 'object',
  additionalProperties: referTo(slasDefinition),
});

export const forkFields = {
  weight: withDefault(1, {
    schema: {
      title: 'a number',
      description: 'Share of this fork, relative to the sum of all weights; 0 or less leaves the fork out.',
      type: 'number',
    },
    always: false,
    parse: Number,
  }),
  scenario: unread(referTo(scenarioDefinition)),
};

const fork = define('fork', {
  ...own('One of several scenarios that share the users of a phase.', {
    weight: 3,
    scenario: scenarioExample,
  }),
  type: 'object',
  ...mappingSchema(forkFields),
});

const forksSchema = entriesSchema({
  title: 'a mapping of fork names, or a list of them',
  description:
    'Concurrent sub-phases that share the limits and the arriving users of a phase by weight: a mapping of name to fork, or a list of one-entry mappings.',
  value: referTo(fork),
  example: [
    { look: { weight: 7, scenario: [{ look: [{ httpRequest: { GET: '/products' } }] }] } },
    { search: { weight: 3, scenario: [{ search: [{ httpRequest: { GET: '/search' } }] }] } },
  ],
});

const forks = define('forks', {
  ...forksSchema,
  type: ['array', 'object'],
  minItems: 1,
  minProperties: 1,
  items: { ...forksSchema.items, title: 'fork' },
});

/** Scenario or forks: what the users of a phase do. Their own parsers read them. */
export const workFields = {
  customSla: unread(referTo(customSla)),
  scenario: unread(referTo(scenarioDefinition)),
  forks: unread(referTo(forks)),
};

export const timingFields = {
  startTime: named(
    'phaseStartTime',
    millis('Scheduled start, counted from the start of the benchmark. Immediately when absent.', '10s'),
  ),
  duration: named(
    'phaseDuration',
    millis('Time from the start of the phase until it is finished: how long new users start.'),
  ),
  maxDuration: named(
    'phaseMaxDuration',
    millis(
      'Hard limit from the start of the phase, after which it is terminated and the users still active are cut off.',
      '60s',
    ),
  ),
};

export const settingFields = {
  isWarmup: named(
    'phaseIsWarmup',
    withDefault(
      false,
      flag(
        'It warms the target up: reports mark its rows, and the total leaves them out. Its limits hold as in other phases, but for the default on waiting for connections; `judged: false` switches them off.',
      ),
    ),
  ),
  judged: named(
    'phaseJudged',
    withDefault(
      true,
      flag(
        'False: no limit is judged in this phase, neither those of its steps nor the defaults nor maxSessions. Errors in steps still fail it.',
      ),
    ),
  ),
};

const fields = {
  startTime: timingFields.startTime,
  startAfter: named(
    'phaseStartAfter',
    unread(
      referTo(
        phaseReferences,
        'Phases that must be finished (start no more users) before this one starts.',
        'rampUp',
      ),
    ),
  ),
  startAfterStrict: named(
    'phaseStartAfterStrict',
    unread(
      referTo(
        phaseReferences,
        'Phases that must be terminated (all their users are gone) before this one starts.',
        'rampUp',
      ),
    ),
  ),
  startWith: unread(referTo(startWith)),
  duration: timingFields.duration,
  maxDuration: timingFields.maxDuration,
  maxIterations: named(
    'phaseMaxIterations',
    shownDefault(
      1,
      positive(
        positiveInteger,
        'How often the phase is run, one iteration strictly after the other. Numbers written as base and increment grow from one to the next.',
      ),
    ),
  ),
  ...settingFields,
  ...workFields,
};

/** Users do one of the two. */
const eitherWork: Schema = { oneOf: [{ required: ['scenario'] }, { required: ['forks'] }] };
const notBoth: Schema = { not: { type: 'object', required: ['scenario', 'forks'] } };

const definitionOf = (kind: ArrivalKind): Definition =>
  define(`${kind.kind}Phase`, {
    ...own(kind.description, {
      ...kind.written,
      ...(kind.startsUsers ? { scenario: scenarioExample } : {}),
    }),
    type: kind.startsUsers ? 'object' : ['object', 'null'],
    ...mappingSchema({ ...kind.fields, ...fields }),
    ...(kind.startsUsers ? eitherWork : notBoth),
    ...(kind.rule === undefined ? {} : { allOf: [kind.rule] }),
  });

const kindDefinitions = new Map([...arrivalKinds].map(([name, kind]) => [name, definitionOf(kind)]));
const ofKind = (name: string, description?: string): Schema =>
  referTo(kindDefinitions.get(name) ?? `${name}Phase`, description);

const phaseBody = define('phaseBody', {
  title: 'phase kind',
  description: 'The work of a phase: exactly one kind with its fields.',
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
  properties: {
    always: ofKind('always'),
    atOnce: ofKind('atOnce'),
    constantRate: ofKind('constantRate'),
    increasingRate: ofKind('increasingRate'),
    decreasingRate: ofKind('decreasingRate'),
    noop: ofKind('noop'),
    constantPerSec: ofKind('constantRate', 'Old name of constantRate.'),
    rampPerSec: ofKind(
      'increasingRate',
      'Old name of increasingRate and decreasingRate: whichever the two rates make it.',
    ),
  },
});

export const phaseExample = {
  browse: { constantRate: { usersPerSec: 10, duration: '30s', scenario: scenarioExample } },
};

export const phaseDefinition = define('phase', {
  title: 'phase',
  ...own('One phase: its name and what it does.', phaseExample),
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: referTo(phaseBody),
});
