import type { Budget } from '../../budget.ts';
import type { Match, Place } from './trace.ts';

type Walker = {
  /** What the rest of the path finds at a value. */
  readonly matches: (place: Place) => readonly Match[];
  readonly child: (place: Place, property: string | number, value: unknown) => Place;
  /** What a match comes to at the parent, when it wanted to go there. */
  readonly climb: (match: Match, parent: Place) => readonly Match[];
};

/** A value on the way down, and the part of it that comes next. */
type Level = { readonly place: Place; readonly names: readonly string[] | undefined; next: number };

/**
 * The matches at a value and at all arrays and objects below it, each before what is below it and in the order of the
 * document (RFC 9535 section 2.5.2.2). Without recursion, so that no document is too deep.
 */
export function descend(start: Place, budget: Budget, walker: Walker): readonly Match[] {
  const found: Match[] = [];
  const levels: Level[] = [];
  const enter = (place: Place): void => {
    budget.spend(1);
    for (const match of walker.matches(place)) {
      if (match.climb === undefined) found.push(match);
      else for (const one of climbed(match, levels, walker)) found.push(one);
    }
    levels.push({ place, names: namesOf(place.value), next: 0 });
  };
  enter(start);
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const property = nextProperty(level);
    if (property === undefined) {
      levels.pop();
      continue;
    }
    budget.spend(0.1);
    const value = (level.place.value as Readonly<Record<string | number, unknown>>)[property];
    if (isComposite(value)) enter(walker.child(level.place, property, value));
  }
  return found;
}

const namesOf = (value: unknown): readonly string[] | undefined =>
  isComposite(value) && !Array.isArray(value) ? Object.keys(value) : undefined;

const isComposite = (value: unknown): value is object => typeof value === 'object' && value !== null;

function nextProperty(level: Level): string | number | undefined {
  const { place, names, next } = level;
  level.next += 1;
  if (names !== undefined) return names[next];
  return Array.isArray(place.value) && next < place.value.length ? next : undefined;
}

/** Parents up to where the descent began; who wants to go on to its parent is handed to the caller. */
function climbed(match: Match, levels: readonly Level[], walker: Walker): readonly Match[] {
  let matches: readonly Match[] = [match];
  for (let at = levels.length - 1; at >= 0 && matches.some(({ climb }) => climb !== undefined); at -= 1) {
    matches = matches.flatMap((one) => walker.climb(one, levels[at]!.place));
  }
  return matches;
}
