import { oneOrList, own, referTo } from '../../declaration/schema.ts';
import type { Path } from '../../document/problem.ts';
import type { Target } from '../../model/benchmark.ts';
import { inParts } from '../read-members.ts';
import type { Checking } from '../valid-part.ts';
import { parseTarget, targetDefinition } from './target.ts';

/**
 * The targets of a document. `complete` is false when an entry could not be read. Then no request is refused
 * because its target is unknown.
 */
export type Targets = { readonly targets: readonly Target[]; readonly complete: boolean };

export const targets = inParts(
  {
    ...own(
      'A target, or a list of targets; needed unless `hotrod` is given. Every request goes to a single target by default. With several targets each request must name its target.',
      { host: 'http://localhost:8080', sharedConnections: 20 },
    ),
    ...oneOrList(referTo(targetDefinition)),
  },
  readTargets,
);

function readTargets(path: Path, checking: Checking): Targets {
  const { document } = checking;
  const places = document.each(path);
  const entries = places.flatMap((at) => {
    const target = parseTarget(at, places.length === 1, checking);
    return target === undefined ? [] : [{ at, target }];
  });
  checkIdentity(entries, checking);
  return {
    targets: entries.map(({ target }) => target),
    complete: (places.length > 0 || document.has(['hotrod'])) && entries.length === places.length,
  };
}

type Entry = { readonly at: Path; readonly target: Target };

/**
 * Reports a name that two targets have, and an address that two targets have when one of them has no name.
 * Targets with different names may have equal protocol, host and port.
 */
function checkIdentity(entries: readonly Entry[], { findings }: Checking): void {
  const names = new Set<string>();
  const places = new Map<string, Entry>();
  for (const entry of entries) {
    const { name, protocol, host, port } = entry.target;
    if (name !== undefined && names.has(name)) {
      findings.error(
        [...entry.at, 'name'],
        `another http entry already has the name '${name}'`,
        'give each http entry its own name',
      );
    }
    if (name !== undefined) names.add(name);
    const place = `${protocol}://${host}:${port}`;
    const first = places.get(place);
    if (first !== undefined && (name === undefined || first.target.name === undefined)) {
      findings.error(
        [...entry.at, 'host'],
        `another http entry has the same address ${place}`,
        'give each of the two entries its own name',
      );
    }
    places.set(place, first ?? entry);
  }
}
