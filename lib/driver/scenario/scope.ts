import type { Findings, Path } from '../document/problem.ts';
import type { Ergonomics, Target } from '../model/benchmark.ts';
import type { StepDefinition } from '../model/scenario.ts';
import { type Copy, Sequences } from './checks/sequences.ts';
import { type VariableKind, VariableUses } from './checks/variable-uses.ts';
import { Waits } from './checks/waits.ts';
import { type FileChecking, needFile } from './files/needed.ts';
import type { Group, Part } from './groups.ts';
import { baseOf } from './variables.ts';

/** The document around a scenario, for its parse functions. */
export type ScenarioContext = {
  /** Undefined when they could not be read: then the destinations of requests are not checked. */
  readonly targets: readonly Target[] | undefined;
  /** Names of the Hot Rod caches; absent: not known. */
  readonly caches?: readonly string[] | undefined;
  readonly ergonomics: Ergonomics;
  /** Kind of the phase around it; absent: unknown, and nothing is refused for its sake. */
  readonly phaseKind?: string;
  /**
   * Name of the phase around it, and the phase that publishes each key of global counters, over the document.
   */
  readonly phaseName?: string;
  readonly publishers?: Map<string, string>;
  /** False where the schema has refused something, at the path or below it; absent: nowhere. */
  readonly isValid?: (path: Path) => boolean;
  /** Report variables that no step reads. */
  readonly warnsOfUnread?: true;
} & FileChecking;

/** Parses what bodies hold; the registry of kinds lies behind it. */
export type ScopeParser = {
  parseSteps(raw: unknown, at: Path, scope: Scope): readonly StepDefinition[];
  parseParts(group: Group, raw: unknown, at: Path, scope: Scope): readonly Part[];
};

/** The state that the parse functions of one scenario share, and their view of the document around it. */
export class Scope {
  readonly context: ScenarioContext;
  /** Name of the sequence that is being parsed: the default metric of its requests. */
  sequence = '';
  /** Most instances of it at once; 0: one, without an index of its own. */
  concurrency = 0;
  /** True while parsing the first step of a sequence: only there a `loop` may be. */
  firstStep = false;
  /** True while parsing what runs when `breakSequence` ends its sequence: nothing can restart it there. */
  breaking = false;
  /** The sequence that is being parsed never comes to its end. */
  endless = false;
  readonly sequences = new Sequences();
  /**
   * Parses the steps inside the body of a step. A pass runs them `times` times. The parser passes this
   * function, so that steps need not know the registry.
   */
  readonly parseSteps: (raw: unknown, at: Path, times?: number) => readonly StepDefinition[];
  /** Parses what a body holds of a group: actions, processors, handlers, transformers. */
  readonly parseParts: (group: Group, raw: unknown, at: Path) => readonly Part[];
  /** A step or handler could not be read: it may write variables that are not known. */
  incomplete = false;
  /** A request is compensated, so that no other one can be. */
  compensates = false;
  /** Users leave something for others: what a drive leaves behind has to be kept. */
  shares = false;
  #requests = 0;
  /** The number of times that a pass through the sequence runs the step that is being parsed. */
  #times = 1;
  readonly #variables = new VariableUses();
  readonly #waits = new Waits();

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
    this.#waits.setsDelay(key);
  }

  awaitsDelay(key: string, at: Path): void {
    this.#checkIndex(key, at);
    this.#waits.awaitsDelay(key, at);
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

  /** Like `needFile`: a step needs this file at run time. */
  needsFile(path: string, at: Path): Uint8Array | undefined {
    return needFile(path, at, this.context);
  }

  writesVariable(name: string, kind: VariableKind, at: Path): void {
    this.#checkIndex(name, at);
    if (name.startsWith('hyperfoil.')) {
      this.findings.error(at, `built-in variable '${name}' cannot be written`);
      return;
    }
    this.#variables.writes(name, kind, at);
    this.#waits.writes(name, this.sequence);
  }

  /** `kind` undefined: the reader takes either. */
  readsVariable(name: string, kind: VariableKind | undefined, at: Path): void {
    this.#checkIndex(name, at);
    this.#variables.reads(name, kind, at);
  }

  /** `name[.]` is the item at the index of the running instance. */
  #checkIndex(name: string, at: Path): void {
    if (baseOf(name) !== undefined && this.concurrency === 0)
      this.#variables.needsIndex(name, this.sequence, at);
  }

  /** Called once, after the last step. */
  check(): void {
    const { findings, sequences, incomplete } = this;
    const isPattern = (sequence: string): boolean => sequences.isPattern(sequence);
    this.#variables.check(findings, incomplete);

    this.#variables.checkIndexes(findings, isPattern);
    if (!incomplete) this.#waits.checkDelays(findings);
    sequences.checkStarts(findings);
    if (incomplete) return;
    if (this.context.warnsOfUnread === true && !findings.refused) this.#variables.warnOfUnread(findings);
    sequences.checkReach(findings);
    this.#waits.check(findings, isPattern);
  }
}
