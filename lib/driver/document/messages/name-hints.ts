import { nearestName } from '../nearest.ts';
import { type Around, documentItself, isMapping, membersOf, ownersOf } from './expected-value.ts';
import { kindHint } from './kind-hints.ts';
import { commentHint, foreignSpaceIn, isComment } from './yaml-errors.ts';

/** A hint for an unknown member of a mapping, where `noun` names the kind of the member. */
export const memberHint = (
  noun: string,
  name: string,
  around: Around,
  mapping: unknown,
): string | undefined =>
  spaceHint(name) ??
  (isComment(name) ? commentHint : undefined) ??
  dashHint(name) ??
  itemHint(name, around, mapping) ??
  phaseHint(name, around) ??
  pathHint(name, around, mapping) ??
  placeHint(noun, name) ??
  kindHint(noun, name, membersOf('step'), Object.keys(around.properties ?? {}));

/**
 * The hint for a name that contains a space which is not the usual one. Some editors and web pages indent
 * lines with such spaces.
 */
function spaceHint(name: string): string | undefined {
  const found = foreignSpaceIn(name);
  return (
    found && `this name has the character ${found.code}, which looks like a space; write a space in its place`
  );
}

/** The hint for a dash that does not start a list item: no space follows it, or it is a longer dash. */
function dashHint(name: string): string | undefined {
  const item = /^(?:-|[\u2010-\u2015]\s*)(?=\S)(.*)$/.exec(name)?.[1];
  return item === undefined
    ? undefined
    : `write '- ${item}' with a space after the '-', if this is an item of a list`;
}

/** The hint for a kind of phase in place of the list of phases. */
function phaseHint(name: string, { properties = {} }: Around): string | undefined {
  return 'phases' in properties && membersOf('phase kind').includes(name)
    ? `write '${name}' in a phase, as in 'phases: [ main: { ${name}: ... } ]'`
    : undefined;
}

/** The hint for an address next to the method of a request. */
const pathHint = (name: string, { properties = {} }: Around, mapping: unknown): string | undefined =>
  'path' in properties && isMapping(mapping) && 'method' in mapping && /^(url|uri|address)$/i.test(name)
    ? "did you mean 'path'?"
    : undefined;

/** The hint for a property that the format has only at one or two other places. Undefined for other names. */
function placeHint(noun: string, name: string): string | undefined {
  const places = noun === 'property' ? ownersOf(name).map((owner) => placeNames.get(owner)) : [];
  if (places.length === 0 || places.includes(undefined)) return undefined;
  return `write '${name}' ${places.join(' or ')}`;
}

/** The mappings that people confuse with each other, in words. */
const placeNames: ReadonlyMap<string, string> = new Map([
  [documentItself, 'at the top of the document'],
  ['http', "in 'http'"],
  ['ergonomics', "in 'ergonomics'"],
  ['httpRequest', "in 'httpRequest'"],
  ['requestHandler', "in the 'handler' of a request"],
]);

/** The hint for a list in a mapping where the author forgot that a list of such mappings is expected. */
function itemHint(name: string, { type, properties = {} }: Around, mapping: unknown): string | undefined {
  const isItem = type?.includes('array') && isMapping(mapping) && Array.isArray(mapping[name]);
  if (!isItem || nearestName(name, Object.keys(properties)) !== undefined) return undefined;
  return `write '- ${name}:' if this is an item of a list`;
}
