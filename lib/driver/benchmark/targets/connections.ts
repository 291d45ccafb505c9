import { mappingSchema } from '../../declaration/body.ts';
import { required, shownDefault } from '../../declaration/field.ts';
import { positive, positiveInteger } from '../../declaration/scalars.ts';
import { define, own, referTo } from '../../declaration/schema.ts';
import { millis } from '../../declaration/times.ts';
import type { Path } from '../../document/problem.ts';
import type { Target } from '../../model/benchmark.ts';
import { inParts, readMembers } from '../read-members.ts';
import type { Checking } from '../valid-part.ts';

/** The members of `sharedConnections` when it is a mapping. */
const poolFields = {
  core: required(
    positive(
      positiveInteger,
      'Number of connections that Downpour opens before the start and keeps open.',
      10,
    ),
  ),
  max: required(positive(positiveInteger, 'Largest number of connections at any time; at least `core`.', 20)),
  buffer: required(
    positive(
      positiveInteger,
      'Number of free connections that Downpour keeps in reserve, while there are fewer than `max` connections; at most `max`.',
      2,
    ),
  ),
  keepAliveTime: shownDefault(
    0,
    millis('Time after which Downpour closes a free connection above `core`; 0 means never.'),
  ),
};

const definition = define('sharedConnections', {
  title: 'a whole number of at least 1, or a mapping with core, max and buffer',
  ...own(
    'Largest number of connections to the target. All phases and sessions share them. A number means that Downpour opens all of them before the start.',
    20,
  ),
  type: ['integer', 'object'],
  minimum: 1,
  ...mappingSchema(poolFields),
});

function connectionsOf(at: Path, checking: Checking): Target['connections'] {
  const { document, findings } = checking;
  if (document.members(at).length === 0) {
    const connections = document.read<number>(at) ?? 1;
    return { core: connections, max: connections, buffer: 0, keepAliveMs: 0 };
  }
  const pool = readMembers(poolFields, at, checking);
  const { core = 1, max = Number.POSITIVE_INFINITY, buffer = 0, keepAliveTime: keepAliveMs = 0 } = pool;
  if (core > max)
    findings.error(
      [...at, 'core'],
      `core (${core}) is above max (${max}) in the same sharedConnections`,
      'reduce core, or increase max',
    );
  if (buffer > max)
    findings.error(
      [...at, 'buffer'],
      `buffer (${buffer}) is above max (${max}) in the same sharedConnections`,
      'reduce buffer, or increase max',
    );
  return { core, max, buffer, keepAliveMs };
}

/** The member `sharedConnections`: a number of connections, or a mapping that describes the pool. */
export const sharedConnections = inParts({ ...referTo(definition), default: 1 }, connectionsOf);
