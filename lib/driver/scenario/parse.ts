import { bodyOf, fieldsOf, membersOf, pairsOf } from '../declaration/value-readers.ts';
import { kindHint } from '../document/messages/kind-hints.ts';
import type { Findings, Path } from '../document/problem.ts';
import type { ScenarioDefinition, SequenceDefinition, StepDefinition } from '../model/scenario.ts';
import { boundFields } from './declaration/scenario.ts';
import { type Group, groupWords, type Part } from './groups.ts';
import { scenarios } from './limits.ts';
import { kinds, stepKinds } from './registry.ts';
import { type ScenarioContext, Scope } from './scope.ts';

/**
 * Parses the `scenario` of a phase or fork, and reports all its problems. It accepts a list of sequences, or
 * a mapping with one or more of the lists `orderedSequences`, `initialSequences` and `sequences`. Valid steps
 * are also parsed when the schema has rejected another part, so that an author gets all problems at once.
 * Undefined when no part has the shape of a scenario, which the schema has reported.
 */
export function parseScenario(
  raw: unknown,
  at: Path,
  context: ScenarioContext,
): ScenarioDefinition | undefined {
  const scope = new Scope(context, { parseSteps, parseParts });
  const known = context.findings.list.length;
  const lists = Array.isArray(raw) ? undefined : fieldsOf(raw);
  if (lists === undefined && !Array.isArray(raw)) return undefined;
  const ordered = chain(
    lists === undefined
      ? parseList(raw, at, scope)
      : parseList(lists.orderedSequences, [...at, 'orderedSequences'], scope),
    scope,
  );
  const initial = parseList(lists?.initialSequences, [...at, 'initialSequences'], scope);
  const further = parseList(lists?.sequences, [...at, 'sequences'], scope);
  const written = [...ordered, ...initial, ...further];
  const first = [...initial, ...ordered.slice(0, 1)];
  for (const { name } of first) scope.sequences.startsFirst(name);
  const copies = parseCopies(written, scope);
  checkNames([...written, ...copies], at, context);
  if (ordered.length + initial.length === 0 && scope.isValid(at)) {
    const [say, hint] =
      further.length > 0
        ? ['error' as const, 'list the first sequence under initialSequences']
        : ['warning' as const, "add a sequence with its steps, such as 'main'"];
    context.findings[say](at, 'the scenario has no initial sequence, so its users would do nothing', hint);
  }
  scope.check();
  const bounds = boundsOf(lists, first.length, at, scope);
  dropRepeated(context.findings, known);
  const runs = scope.sequences.runs();
  return {
    sequences: [...written, ...copies]
      .filter(({ name }) => !scope.sequences.isPattern(name))
      .map(({ raw: _raw, at: _at, endless: _endless, ...sequence }) => ({
        ...sequence,
        runs: runs.get(sequence.name) ?? 0,
      })),
    initial: first.map((sequence) => sequence.name),
    ...bounds,
    ...(scope.shares ? { sharesState: true as const } : {}),
  };
}

/** A sequence, with the part of the document from which it was parsed. `endless`: it never ends. */
type Parsed = SequenceDefinition & { readonly raw: unknown; readonly at: Path; readonly endless: boolean };

function boundsOf(
  lists: Readonly<Record<string, unknown>> | undefined,
  first: number,
  at: Path,
  scope: Scope,
): Pick<ScenarioDefinition, 'maxRequests' | 'maxSequences'> {
  const read = (key: keyof typeof boundFields): number => {
    const { parse, fallback } = boundFields[key];
    const place = [...at, key];
    const written = scope.isValid(place) ? lists?.[key] : undefined;
    return parse(written ?? fallback, place, scope) ?? Number(fallback);
  };
  const [maxRequests, maxSequences] = [read('maxRequests'), read('maxSequences')];
  for (const [key, value] of Object.entries({ maxRequests, maxSequences }))
    if (value > scenarios.atOnceUserMax)
      scope.findings.error(
        [...at, key],
        `${key} is ${value}, but at most ${scenarios.atOnceUserMax} is allowed`,
      );
  if (first > maxSequences)
    scope.findings.error(
      lists?.maxSequences === undefined ? at : [...at, 'maxSequences'],
      `${first} sequences start with each user, more than maxSequences (${maxSequences}) allows at once`,
      `write 'maxSequences: ${first}'`,
    );
  return { maxRequests, maxSequences };
}

function parseList(raw: unknown, at: Path, scope: Scope): readonly Parsed[] {
  if (!Array.isArray(raw)) return [];
  return pairsOf(raw, at).map(([label, steps, place]) => {
    const { name, concurrency } = nameAndConcurrency(label, place, scope);
    return parseSequence(name, concurrency, steps, place, scope);
  });
}

function parseSequence(name: string, concurrency: number, raw: unknown, at: Path, scope: Scope): Parsed {
  scope.enterSequence(name, concurrency, at);
  const steps = parseSteps(raw, at, scope);
  if (Array.isArray(raw) && raw.length === 0 && scope.isValid(at))
    scope.findings.warning(at, `sequence '${name}' has no steps`, 'add its steps, or remove it');
  return { name, concurrency, steps, raw, at, endless: scope.endless };
}

/**
 * Parses the copies of sequences that queues run. Such a copy may contain further queues, which need further
 * copies.
 */
function parseCopies(written: readonly Parsed[], scope: Scope): readonly Parsed[] {
  const copies: Parsed[] = [];
  for (const { name, of, concurrency } of scope.sequences.copies) {
    const origin = written.find((sequence) => sequence.name === of) ?? scope.sequences.generated(of);
    if (origin !== undefined) copies.push(parseSequence(name, concurrency, origin.raw, origin.at, scope));
  }
  return copies;
}

/**
 * Keeps only the first of equal findings. A sequence is parsed again for each queue that runs it, so its
 * problems repeat.
 */
function dropRepeated(findings: Findings, from: number): void {
  const met = new Set<string>();
  const fresh = findings.list.splice(from).filter(({ path, message }) => {
    const key = JSON.stringify([path, message]);
    return !met.has(key) && met.add(key);
  });
  findings.list.push(...fresh);
}

/** Reads the name of a sequence. `name[N]` allows up to N instances at once. */
function nameAndConcurrency(label: string, at: Path, scope: Scope): { name: string; concurrency: number } {
  const match = /^([^[\]]+)(?:\[(\d+)\])?$/.exec(label);
  if (match?.[1] === undefined) {
    scope.findings.error(
      at,
      `sequence name '${label}' is malformed, expected 'name' or 'name[N]' with a whole number N`,
      label.includes('!param') ? `join its parts, as in !concat [ "name[", !param N, "]" ]` : undefined,
    );
    return { name: label.split('[', 1)[0] || label, concurrency: 0 };
  }
  const concurrency = Number(match[2] ?? 0);
  if (concurrency > scenarios.atOnceUserMax) {
    scope.findings.error(at, `sequence '${label}' may have at most ${scenarios.atOnceUserMax} instances`);
    return { name: match[1], concurrency: 1 };
  }
  return { name: match[1], concurrency };
}

function parseSteps(raw: unknown, at: Path, scope: Scope): readonly StepDefinition[] {
  if (!Array.isArray(raw)) return [];
  let end: string | undefined;
  return raw.flatMap((item: unknown, index) => {
    const step = parseStep(item, [...at, index], scope);
    scope.firstStep = false;
    if (end !== undefined) {
      scope.findings.warning(
        [...at, index],
        `no user reaches this step, because '${end}' is before it`,
        `move the step before '${end}', or remove the step`,
      );
      end = undefined;
    } else if (step !== undefined && stepKinds.get(step.step)?.goesOn === false) {
      end = step.step;
      scope.endless = true;
    }
    return step === undefined ? [] : [step];
  });
}

function parseStep(raw: unknown, at: Path, scope: Scope): StepDefinition | undefined {
  if (typeof raw === 'string')
    return scope.isValid(at) ? parseKind(raw, null, at, scope) : parseRefused(null, at, scope);
  const [member, ...more] = membersOf(raw, at);
  if (member === undefined || more.length > 0) return undefined;
  const [name, body, place] = member;
  return scope.isValid(at) ? parseKind(name, body, place, scope) : parseRefused(body, place, scope);
}

/**
 * Parses a step that the schema has rejected, and the steps inside it, only to report its other problems as
 * well.
 */
function parseRefused(raw: unknown, at: Path, scope: Scope): undefined {
  scope.incomplete = true;
  parseSteps(bodyOf(raw)?.steps, [...at, 'steps'], scope);
}

function parseKind(name: string, raw: unknown, at: Path, scope: Scope): StepDefinition | undefined {
  const kind = stepKinds.get(name);
  if (kind === undefined) {
    scope.incomplete = true;
    const known = [...stepKinds.keys()];
    const hint = kindHint('step', name, known, known);
    scope.findings.error(at, `unknown step '${name}'`, hint);
    return undefined;
  }
  const body = kind.parse(raw, at, scope);
  return body === undefined ? undefined : { step: name, body };
}

/**
 * Parses one part of a group, such as a handler, or a list of parts. Each part is a mapping with one kind, or
 * only the name of a kind.
 */
function parseParts(group: Group, raw: unknown, at: Path, scope: Scope): readonly Part[] {
  if (raw === undefined || raw === null) return [];
  const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  return items.flatMap((item, index) => {
    const place = Array.isArray(raw) ? [...at, index] : at;
    if (typeof item === 'string') return parsePart(group, item, null, place, scope);
    return membersOf(item, place).flatMap(([name, body, own]) => parsePart(group, name, body, own, scope));
  });
}

function parsePart(group: Group, name: string, raw: unknown, at: Path, scope: Scope): readonly Part[] {
  const kind = kinds[group].get(name);
  if (kind === undefined) {
    scope.incomplete = true;
    const known = [...kinds[group].keys()];
    const hint = kindHint(group, name, [...stepKinds.keys()], known);
    scope.findings.error(at, `unknown ${groupWords[group]} '${name}'`, hint);
    return [];
  }
  const body = kind.parse(raw, at, scope);
  if (body === undefined) scope.incomplete = true;
  return body === undefined ? [] : [{ kind: name, body }];
}

/** Makes each sequence of an ordered list start the next one. */
const chain = (sequences: readonly Parsed[], scope: Scope): readonly Parsed[] =>
  sequences.map((sequence, index) => {
    const next = sequences[index + 1];
    if (next === undefined) return sequence;
    if (!sequence.endless)
      scope.sequences.starts({ from: sequence.name, name: next.name, at: next.at, times: 1 });
    return { ...sequence, next: next.name };
  });

function checkNames(sequences: readonly SequenceDefinition[], at: Path, context: ScenarioContext): void {
  const seen = new Set<string>();
  for (const { name } of sequences) {
    if (seen.has(name))
      context.findings.error(at, `sequence '${name}' is defined twice`, 'rename or remove one of the two');
    seen.add(name);
  }
}
