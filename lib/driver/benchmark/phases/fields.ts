import type { ArrivalKind } from '../../arrivals/arrival-kind.ts';
import { arrivalKinds, oldKinds } from '../../arrivals/registry.ts';
import { mappingSchema } from '../../declaration/body.ts';
import { named, shownDefault, withDefault } from '../../declaration/field.ts';
import { flag, unread } from '../../declaration/scalars.ts';
import { type Definition, define, own, referTo, type Schema } from '../../declaration/schema.ts';
import { scenarioDefinition, scenarioExample } from '../../scenario/declaration/scenario.ts';
import { customSla } from './custom-sla.ts';
import { forksDefinition } from './forks.ts';
import { iterations } from './phase-body.ts';
import { phaseReferences } from './references.ts';
import { startWith } from './start-with.ts';
import { timingFields } from './timing.ts';

/** This file has the members of phases, as a document writes them. */

/** The members `scenario` and `forks`. They are read by parsers of their own. */
export const workFields = {
  customSla: customSla(),
  scenario: unread(referTo(scenarioDefinition)),
  forks: unread(referTo(forksDefinition)),
};

export const settingFields = {
  isWarmup: named(
    'phaseIsWarmup',
    withDefault(
      false,
      flag(
        'The phase warms the target up: reports mark its rows, and the total leaves them out. Its limits are judged as in other phases, except for the default limit on waiting for connections. `judged: false` switches all limits off.',
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

export const maxIterations = named(
  'phaseMaxIterations',
  shownDefault(
    1,
    iterations(
      'How many times the phase runs, one iteration strictly after the other. Numbers written as base and increment grow with each iteration.',
    ),
  ),
);

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
        'Phases that must be terminated (all their users have left) before this one starts.',
        'rampUp',
      ),
    ),
  ),
  startWith,
  duration: timingFields.duration,
  maxDuration: timingFields.maxDuration,
  maxIterations,
  ...settingFields,
  ...workFields,
};

/** A rule of the schema: a phase has either a scenario or forks. */
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

const phaseBody = define('phaseBody', {
  title: 'phase kind',
  description: 'Exactly one kind of phase, such as constantRate, with its members.',
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
  properties: {
    ...Object.fromEntries([...kindDefinitions].map(([name, definition]) => [name, referTo(definition)])),
    ...Object.fromEntries(
      [...oldKinds].map(([name, { kind, description }]) => [
        name,
        referTo(kindDefinitions.get(kind) ?? kind, description),
      ]),
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
