import { hintAt } from '../document/nearest.ts';
import type { Findings, Path } from '../document/problem.ts';
import type { Ergonomics, Target } from '../model/benchmark.ts';
import type { StepDefinition } from '../model/scenario.ts';

/** An `int` variable holds an int32; an `object` variable holds text. A name has one kind in a scenario. */
export type VariableKind = 'int' | 'object';

/** The document around a scenario, for its parse functions. */
export type ScenarioContext = {
  /** Undefined when they could not be read: then nothing is said about where requests go. */
  readonly targets: readonly Target[] | undefined;
  readonly ergonomics: Ergonomics;
  readonly findings: Findings;
  /** False where the schema has refused something, at the path or below it; absent: nowhere. */
  readonly isValid?: (path: Path) => boolean;
};

type Use = { readonly name: string; readonly kind: VariableKind | undefined; readonly at: Path };

/** Read-only variables that every session has. */
export const builtInVariables: Readonly<Record<string, VariableKind>> = {
  'hyperfoil.agent.id': 'int',
  'hyperfoil.agents': 'int',
  'hyperfoil.agent.thread.id': 'int',
  'hyperfoil.agent.threads': 'int',
  'hyperfoil.global.thread.id': 'int',
  'hyperfoil.global.threads': 'int',
  'hyperfoil.phase.name': 'object',
  'hyperfoil.phase.id': 'int',
  'hyperfoil.phase.iteration': 'int',
  'hyperfoil.phase.start.time.as.string': 'object',
  'hyperfoil.run.id': 'object',
  'hyperfoil.session.id': 'int',
};

/**
 * Gathers, over one scenario, which variables its steps write and read, so that a read that nothing writes and a
 * name used both as int and as object are refused at load.
 */
export class Scope {
  readonly context: ScenarioContext;
  /** Name of the sequence that is being parsed: the default metric of its requests. */
  sequence = '';
  /** True while parsing the first step of a sequence: `loop` must stand there. */
  firstStep = false;
  /** Parses the steps inside a step's body; given by the parser so that steps need not know the registry. */
  readonly parseSteps: (raw: unknown, at: Path) => readonly StepDefinition[];
  /** A step or handler could not be read: it may write variables that nobody knows of. */
  incomplete = false;
  #requests = 0;
  readonly #writes: Use[] = [];
  readonly #reads: Use[] = [];

  constructor(
    context: ScenarioContext,
    parseSteps: (raw: unknown, at: Path, scope: Scope) => readonly StepDefinition[],
  ) {
    this.context = context;
    this.parseSteps = (raw, at) => parseSteps(raw, at, this);
  }

  isValid(path: Path): boolean {
    return this.context.isValid?.(path) ?? true;
  }

  get findings(): Findings {
    return this.context.findings;
  }

  /** The number of the next request step; statistics keep the steps of one metric name apart by it. */
  nextRequest(): number {
    const number = this.#requests;
    this.#requests += 1;
    return number;
  }

  writesVariable(name: string, kind: VariableKind, at: Path): void {
    if (this.#refusesScoped(name, at)) return;
    if (name.startsWith('hyperfoil.')) {
      this.findings.error(at, `built-in variable '${name}' cannot be written`);
      return;
    }
    this.#writes.push({ name, kind, at });
  }

  /** `kind` undefined: the reader takes either. */
  readsVariable(name: string, kind: VariableKind | undefined, at: Path): void {
    if (this.#refusesScoped(name, at)) return;
    this.#reads.push({ name, kind, at });
  }

  /** Refuses members of a body that the format has and this kind does not do yet. */
  refuseNotBuilt(
    body: Readonly<Record<string, unknown>> | undefined,
    keys: readonly string[],
    at: Path,
  ): void {
    for (const key of keys)
      if (body?.[key] !== undefined)
        this.findings.error([...at, key], `'${key}' is part of the format but not built yet`);
  }

  #refusesScoped(name: string, at: Path): boolean {
    if (!name.endsWith('[.]')) return false;
    this.findings.error(at, `sequence-scoped access '${name}' is part of the format but not built yet`);
    return true;
  }

  /** Called once, after the last step. */
  check(): void {
    const known = new Map<string, Use>();
    for (const use of this.#writes) {
      const first = known.get(use.name);
      if (first === undefined) known.set(use.name, use);
      else if (first.kind !== use.kind) this.#conflict(use, first.kind);
    }
    for (const use of this.#reads)
      this.#checkRead(use, known.get(use.name)?.kind ?? builtInVariables[use.name], known);
  }

  #checkRead(use: Use, kind: VariableKind | undefined, known: ReadonlyMap<string, Use>): void {
    if (kind !== undefined) {
      if (use.kind !== undefined && use.kind !== kind) this.#conflict(use, kind);
      return;
    }
    if (this.incomplete) return;
    const names = use.name.startsWith('hyperfoil.') ? Object.keys(builtInVariables) : [...known.keys()];
    const what = use.name.startsWith('hyperfoil.')
      ? 'is not a built-in variable'
      : 'is read but no step writes it';
    this.findings.error(use.at, `variable '${use.name}' ${what}`, hintAt(use.name, names));
  }

  #conflict(use: Use, kind: VariableKind | undefined): void {
    this.findings.error(
      use.at,
      `variable '${use.name}' is used as ${use.kind} here but holds ${kind} elsewhere`,
    );
  }
}
