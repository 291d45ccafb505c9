import { hintAt } from '../document/nearest.ts';
import type { Findings, Path } from '../document/problem.ts';
import type { Ergonomics, Target } from '../model/benchmark.ts';
import type { Files } from '../model/files.ts';
import type { StepDefinition } from '../model/scenario.ts';
import { type Copy, Sequences } from './checks/sequences.ts';
import { Waits } from './checks/waits.ts';
import { pathProblem } from './files/path.ts';
import type { Group, Part } from './groups.ts';
import { baseOf } from './variables.ts';

/** An `int` variable holds an int32; an `object` variable holds text. A name has one kind in a scenario. */
export type VariableKind = 'int' | 'object';

/** The document around a scenario, for its parse functions. */
export type ScenarioContext = {
  /** Undefined when they could not be read: then nothing is said about where requests go. */
  readonly targets: readonly Target[] | undefined;
  readonly ergonomics: Ergonomics;
  readonly findings: Findings;
  /** Kind of the phase around it; absent: unknown, and nothing is refused for its sake. */
  readonly phaseKind?: string;
  /** Name of the phase around it, and the phase that publishes each key of global counters, over the document. */
  readonly phaseName?: string;
  readonly publishers?: Map<string, string>;
  /** False where the schema has refused something, at the path or below it; absent: nowhere. */
  readonly isValid?: (path: Path) => boolean;
  /** The files that came with the document; absent while it is only asked which ones it needs. */
  readonly files?: Files;
  /** Why a file could not be taken, by path; of others it is said that they are not there. */
  readonly fileProblems?: ReadonlyMap<string, string>;
  /** Gathers the paths of the files that the scenario needs. */
  readonly neededFiles?: Set<string>;
};

/** Parses what bodies hold; the registry of kinds lies behind it. */
export type ScopeParser = {
  parseSteps(raw: unknown, at: Path, scope: Scope): readonly StepDefinition[];
  parseParts(group: Group, raw: unknown, at: Path, scope: Scope): readonly Part[];
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
  /** Most instances of it at once; 0: one, without an index of its own. */
  concurrency = 0;
  /** True while parsing the first step of a sequence: `loop` must stand there. */
  firstStep = false;
  /** True while parsing what runs when `breakSequence` ends its sequence: nothing can restart it there. */
  breaking = false;
  /** The sequence that is being parsed never comes to its end. */
  endless = false;
  readonly sequences = new Sequences();
  /**
   * Parses the steps inside a step's body, which one pass runs so many times; given by the parser so that steps need not
   * know the registry.
   */
  readonly parseSteps: (raw: unknown, at: Path, times?: number) => readonly StepDefinition[];
  /** Parses what a body holds of a group: actions, processors, handlers, transformers. */
  readonly parseParts: (group: Group, raw: unknown, at: Path) => readonly Part[];
  /** A step or handler could not be read: it may write variables that nobody knows of. */
  incomplete = false;
  /** A request is compensated, so that no other one can be. */
  compensates = false;
  /** Users leave something for others: what a drive leaves behind has to be kept. */
  shares = false;
  #requests = 0;
  /** How often a pass through the sequence runs the step that is being parsed. */
  #times = 1;
  readonly #waits = new Waits();
  /** `name[.]` in sequences with one instance. */
  readonly #unindexed: (Use & { readonly sequence: string })[] = [];
  readonly #delays: { readonly set: Set<string>; readonly awaited: Use[] } = { set: new Set(), awaited: [] };
  readonly #writes: Use[] = [];
  readonly #reads: Use[] = [];

  constructor(context: ScenarioContext, parser: ScopeParser) {
    this.context = context;
    this.parseSteps = (raw, at, times = 1) => {
      const around = this.#times;
      this.#times *= times;
      const steps = parser.parseSteps(raw, at, this);
      this.#times = around;
      return steps;
    };
    this.parseParts = (group, raw, at) => parser.parseParts(group, raw, at, this);
  }

  enterSequence(name: string, concurrency: number, at: Path): void {
    this.sequence = name;
    this.concurrency = concurrency;
    this.firstStep = true;
    this.endless = false;
    this.sequences.define(name, concurrency, at);
  }

  /** A step or handler starts a sequence by its name; `each`: once for each of several values. */
  startsSequence(name: string, at: Path, { each = false, sameIndex = false } = {}): void {
    const times = each ? 'each' : this.#times;
    this.sequences.starts({ from: this.sequence, name, at, times, sameIndex });
  }

  /** A queue runs a sequence for each of its values. Returns the name of its own copy. */
  queuesSequence(name: string, concurrency: number, at: Path): string | undefined {
    const copy: Copy | undefined = this.sequences.queues(this.sequence, name, concurrency, at);
    if (copy === undefined) {
      const hint = 'let it queue for another sequence';
      this.findings.error(at, `sequence '${name}' queues values for itself`, hint);
    }
    return copy?.name;
  }

  /** A step waits until the variable is set. */
  awaitsVariable(name: string, kind: VariableKind | undefined, at: Path): void {
    this.readsVariable(name, kind, at);
    this.#waits.awaits(name, this.sequence, at);
  }

  setsDelay(key: string, at: Path): void {
    this.#checkIndex(key, at);
    this.#delays.set.add(key);
  }

  awaitsDelay(key: string, at: Path): void {
    this.#checkIndex(key, at);
    this.#delays.awaited.push({ name: key, kind: undefined, at });
  }

  sharesState(): void {
    this.shares = true;
  }

  /** Iterations and forks of a phase add to one sum; two phases may not. */
  publishesGlobal(key: string, at: Path): void {
    const { publishers, phaseName = '' } = this.context;
    const other = publishers?.get(key) ?? phaseName;
    publishers?.set(key, other);
    if (other !== phaseName)
      this.findings.error(
        at,
        `global counters '${key}' are published by phase '${other}' already`,
        'give each phase a key of its own',
      );
  }

  isValid(path: Path): boolean {
    return this.context.isValid?.(path) ?? true;
  }

  get phaseKind(): string | undefined {
    return this.context.phaseKind;
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

  /**
   * Notes that a step needs this file at run time, and reports one that cannot be had. The bytes are for checking the
   * content: they are undefined while nobody has read the files, and the body of the step must be the same without them.
   */
  needsFile(path: string, at: Path): Uint8Array | undefined {
    const wrong = pathProblem(path);
    if (wrong !== undefined) {
      this.findings.error(at, wrong.message, wrong.hint);
      return undefined;
    }
    const { files, fileProblems, neededFiles } = this.context;
    neededFiles?.add(path);
    const bytes = files?.get(path);
    if (files !== undefined && bytes === undefined)
      this.findings.error(at, fileProblems?.get(path) ?? `file '${path}' did not come with the document`);
    return bytes;
  }

  writesVariable(name: string, kind: VariableKind, at: Path): void {
    this.#checkIndex(name, at);
    if (name.startsWith('hyperfoil.')) {
      this.findings.error(at, `built-in variable '${name}' cannot be written`);
      return;
    }
    this.#writes.push({ name, kind, at });
    this.#waits.writes(name, this.sequence);
  }

  /** `kind` undefined: the reader takes either. */
  readsVariable(name: string, kind: VariableKind | undefined, at: Path): void {
    this.#checkIndex(name, at);
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

  /** `name[.]` is the item at the index of the running instance. */
  #checkIndex(name: string, at: Path): void {
    if (baseOf(name) === undefined || this.concurrency > 0) return;
    this.#unindexed.push({ name, kind: undefined, at, sequence: this.sequence });
  }

  /** Called once, after the last step. */
  check(): void {
    const known = new Map<string, Use>();
    for (const use of this.#writes) {
      const first = known.get(use.name);
      if (first === undefined) known.set(use.name, use);
      else if (first.kind !== use.kind) this.#conflict(use, first.kind);
    }
    for (const use of this.#reads) this.#checkRead(use, known);
    for (const use of this.#unindexed) this.#refuseIndex(use);
    for (const { name, at } of this.#delays.awaited)
      if (!this.#delays.set.has(name) && !this.incomplete)
        this.findings.error(
          at,
          `no scheduleDelay sets the delay '${name}'`,
          hintAt(name, [...this.#delays.set]),
        );
    this.sequences.checkStarts(this.findings);
    if (this.incomplete) return;
    this.sequences.checkReach(this.findings);
    this.#waits.check(this.findings, (sequence) => this.sequences.isPattern(sequence));
  }

  /** What only queues run has the index of their copies. */
  #refuseIndex({ name, at, sequence }: Use & { readonly sequence: string }): void {
    if (this.sequences.isPattern(sequence)) return;
    this.findings.error(
      at,
      `'${name}' needs the index of an instance, and sequence '${sequence}' has one instance only`,
      `call the sequence '${sequence}[N]', N the most instances at once`,
    );
  }

  #checkRead(use: Use, known: ReadonlyMap<string, Use>): void {
    const base = baseOf(use.name);
    const kind = known.get(use.name)?.kind ?? builtInVariables[use.name];
    if (kind !== undefined) {
      if (use.kind !== undefined && use.kind !== kind) this.#conflict(use, kind);
      return;
    }
    // An array is written item by item, or as a whole.
    if (known.has(base ?? `${use.name}[.]`)) return;
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
