import { hintAt } from '../document/nearest.ts';
import type { Path } from '../document/problem.ts';
import type { ScenarioDefinition, SequenceDefinition, StepDefinition } from '../model/scenario.ts';
import { bodyOf, fieldsOf, integerOf } from './fields.ts';
import { type ScenarioContext, Scope } from './scope.ts';
import { formatSteps, stepKinds } from './steps/registry.ts';

/**
 * Turns the `scenario` of a phase or fork into its definition, reporting everything that is wrong in it.
 * Accepts all three forms of the format: a list of sequences, an object of sequence lists, and mixtures of those lists.
 * Where the schema has refused something, the valid steps are parsed all the same, so that an author hears of everything
 * at once. Returns undefined when no part of it has the shape of a scenario (the schema has said so).
 */
export function parseScenario(
  raw: unknown,
  at: Path,
  context: ScenarioContext,
): ScenarioDefinition | undefined {
  const scope = new Scope(context, parseSteps);
  const lists = Array.isArray(raw) ? undefined : fieldsOf(raw);
  if (lists === undefined && !Array.isArray(raw)) return undefined;
  const ordered = chain(
    lists === undefined
      ? parseList(raw, at, scope)
      : parseList(lists.orderedSequences, [...at, 'orderedSequences'], scope),
  );
  const initial = parseList(lists?.initialSequences, [...at, 'initialSequences'], scope);
  const further = parseList(lists?.sequences, [...at, 'sequences'], scope);
  const sequences = [...ordered, ...initial, ...further];
  checkNames(sequences, at, context);
  if (ordered.length + initial.length === 0 && scope.isValid(at)) {
    const [say, hint] =
      further.length > 0
        ? ['error' as const, 'list the first sequence under initialSequences']
        : ['warning' as const, undefined];
    context.findings[say](at, 'scenario has no initial sequence, so its users would do nothing', hint);
  }
  scope.check();
  const maxRequests = integerOf(lists?.maxRequests) ?? defaultMaxRequests;
  return {
    sequences,
    initial: [...initial, ...ordered.slice(0, 1)].map((sequence) => sequence.name),
    maxRequests,
  };
}

/** The format's default. Its `maxSequences` sizes a pool that does not exist here: sequences are bounded by their names. */
const defaultMaxRequests = 16;

function parseList(raw: unknown, at: Path, scope: Scope): readonly SequenceDefinition[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((item: unknown, index) =>
    Object.entries(fieldsOf(item) ?? {}).map(([name, steps]) =>
      parseSequence(name, steps, [...at, index, name], scope),
    ),
  );
}

function parseSequence(label: string, raw: unknown, at: Path, scope: Scope): SequenceDefinition {
  const { name, concurrency } = nameAndConcurrency(label, at, scope);
  scope.sequence = name;
  scope.firstStep = true;
  const steps = parseSteps(raw, at, scope);
  if (Array.isArray(raw) && raw.length === 0 && scope.isValid(at))
    scope.findings.error(at, `sequence '${name}' has no steps`);
  return { name, concurrency, steps };
}

/** `name[N]`: up to N instances at once. */
function nameAndConcurrency(label: string, at: Path, scope: Scope): { name: string; concurrency: number } {
  const match = /^([^[\]]+)(?:\[(\d+)\])?$/.exec(label);
  if (match?.[1] === undefined) {
    scope.findings.error(
      at,
      `sequence name '${label}' is malformed, expected 'name' or 'name[N]' with a whole number N`,
    );
    return { name: label, concurrency: 0 };
  }
  return { name: match[1], concurrency: Number(match[2] ?? 0) };
}

function parseSteps(raw: unknown, at: Path, scope: Scope): readonly StepDefinition[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((item: unknown, index) => {
    const step = parseStep(item, [...at, index], scope);
    scope.firstStep = false;
    return step === undefined ? [] : [step];
  });
}

function parseStep(raw: unknown, at: Path, scope: Scope): StepDefinition | undefined {
  if (typeof raw === 'string')
    return scope.isValid(at) ? parseKind(raw, null, at, scope) : parseRefused(raw, null, at, scope);
  const [entry, ...more] = Object.entries(fieldsOf(raw) ?? {});
  if (entry === undefined || more.length > 0) return undefined;
  const [name, body] = entry;
  if (!scope.isValid(at)) return parseRefused(name, body, [...at, name], scope);
  return parseKind(name, body, [...at, name], scope);
}

/** A step in which the schema has refused something: what else is known of it and of the steps inside it. */
function parseRefused(name: string, raw: unknown, at: Path, scope: Scope): undefined {
  scope.incomplete = true;
  if (stepKinds.get(name) === undefined && formatSteps.includes(name)) parseKind(name, raw, at, scope);
  parseSteps(bodyOf(raw)?.steps, [...at, 'steps'], scope);
}

function parseKind(name: string, raw: unknown, at: Path, scope: Scope): StepDefinition | undefined {
  const kind = stepKinds.get(name);
  if (kind === undefined) {
    scope.incomplete = true;
    if (formatSteps.includes(name)) {
      scope.findings.error(at, `step '${name}' is part of the format but not built yet`);
    } else {
      scope.findings.error(at, `unknown step '${name}'`, hintAt(name, formatSteps));
    }
    return undefined;
  }
  const body = kind.parse(raw, at, scope);
  return body === undefined ? undefined : { step: name, body };
}

/** Each sequence of an ordered list starts the one behind it. */
const chain = (sequences: readonly SequenceDefinition[]): readonly SequenceDefinition[] =>
  sequences.map((sequence, index) => {
    const next = sequences[index + 1];
    return next === undefined ? sequence : { ...sequence, next: next.name };
  });

function checkNames(sequences: readonly SequenceDefinition[], at: Path, context: ScenarioContext): void {
  const seen = new Set<string>();
  for (const { name } of sequences) {
    if (seen.has(name)) context.findings.error(at, `sequence '${name}' is defined twice`);
    seen.add(name);
  }
}
