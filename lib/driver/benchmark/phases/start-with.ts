import { defineBody } from '../../declaration/body.ts';
import { withDefault } from '../../declaration/field.ts';
import { unread } from '../../declaration/scalars.ts';
import { referTo } from '../../declaration/schema.ts';
import { millis } from '../../declaration/times.ts';
import { readMembers } from '../read-members.ts';
import type { Checking } from '../valid-part.ts';
import type { PhaseDefinition } from './definition.ts';
import { type Named, type Names, parseReference, referenceFields } from './references.ts';

/** The members of `startWith`: a reference to a phase, and a delay after the start of that phase. */
const fields = {
  ...referenceFields,
  delay: withDefault('0s', millis('Time between the start of that phase and the start of this phase.')),
};

const definition = defineBody(
  'startWith',
  'The phase with which this phase starts, together or after `delay`. A phase with forks or iterations means the first of them. Cannot be combined with startTime, startAfter and startAfterStrict.',
  {
    fields,
    short: {
      member: 'phase',
      title: 'the name of a phase, or a mapping with phase and optionally iteration, fork and delay',
      example: { phase: 'rampUp', delay: '5s' },
    },
  },
);
export const startWith = unread(referTo(definition));

/**
 * Reads `startWith`. Rejects a phase that also waits for another phase or for an instant, because both would
 * contradict each other.
 */
export function startWithOf(
  phase: Named & Pick<PhaseDefinition, 'at'>,
  startTimeMs: number,
  names: Names,
  checking: Checking,
): Pick<PhaseDefinition, 'startWith'> {
  const { document, findings } = checking;
  const at = [...phase.at, 'startWith'];
  if (!document.has(at)) return {};
  for (const other of ['startAfter', 'startAfterStrict', 'startTime']) {
    if (!document.has([...phase.at, other]) || (other === 'startTime' && startTimeMs === 0)) continue;
    findings.error(at, `phase '${phase.name}' has both startWith and ${other}`, 'remove one of the two');
  }
  const { delay: delayMs } = readMembers({ delay: fields.delay }, at, checking);
  const reference = parseReference(phase, at, names, checking);
  return reference === undefined ? {} : { startWith: { reference, delayMs } };
}
