import type { Findings, Path } from '../document/problem.ts';
import type { Ergonomics, Target } from '../model/benchmark.ts';
import type { StepDefinition } from '../model/scenario.ts';
import { type Copy, Sequences } from './checks/sequences.ts';
import { type VariableKind, VariableUses } from './checks/variable-uses.ts';
import { Waits } from './checks/waits.ts';
import { type FileChecking, needFile } from './files/needed.ts';
import type { Group, Part } from './groups.ts';
import { baseOf } from './variables.ts';

/** The parts of the document outside a scenario that the scenario's parser needs. */
export type ScenarioContext = {
  /**
   * The targets of the document. Undefined when they could not be read: then Downpour does not check the
   * destinations of requests.
   */
  readonly targets: readonly Target[] | undefined;
  /** The names of the Hot Rod caches. Absent when they are not known. */
  readonly caches?: readonly string[] | undefined;
  readonly ergonomics: Ergonomics;
  /**
   * The kind of the scenario's phase. Absent when it is not known. Then nothing is reported because of the
   * kind.
   */
  readonly phaseKind?: string;
  /**
   * The name of the scenario's phase. `publishers` has, for each global counter in the whole document, the
   * phase that publishes it.
   */
  readonly phaseName?: string;
  readonly publishers?: Map<string, string>;
  /**
   * False when the schema has rejected a part at the path or below it. Absent: the schema has rejected
   * nothing.
   */
  readonly isValid?: (path: Path) => boolean;
  /** True when a variable that no step reads is to be reported. */
  readonly warnsOfUnread?: true;
} & FileChecking;

/** Parses the steps and other parts inside bodies. `parse.ts` implements it. */
export type ScopeParser = {
  parseSteps(raw: unknown, at: Path, scope: Scope): readonly StepDefinition[];
  parseParts(group: Group, raw: unknown, at: Path, scope: Scope): readonly Part[];
};

/** The state that the parse functions of one scenario share. It also gives them the rest of the document. */
export class Scope {
  readonly context: ScenarioContext;
  /** The name of the sequence that is being parsed. It is the default metric of its requests. */
  sequence = '';
  /** The most instances of the current sequence at once. 0: it has one instance without an index. */
  concurrency = 0;
  /** True while the first step of a sequence is parsed. A `loop` is allowed only there. */
  firstStep = false;
  /** True while the actions at the end of a `breakSequence` are parsed. They cannot restart the sequence. */
  breaking = false;
  /** True when the current sequence never ends. */
  endless = false;
  readonly sequences = new Sequences();
  /**
   * Parses the steps inside the body of a step. When the outer step runs once, they run `times` times.
   * `parse.ts` gives this function to the scope, so that steps need not import the registry.
   */
  readonly parseSteps: (raw: unknown, at: Path, times?: number) => readonly StepDefinition[];
  /** Parses parts of one group in a body, such as actions, processors, handlers or transformers. */
  readonly parseParts: (group: Group, raw: unknown, at: Path) => readonly Part[];
  /** True when a step or handler could not be parsed. It may write variables that are not known. */
  incomplete = false;
  /** True when a request with `compensation` was parsed. Only one request of a scenario may have it. */
  compensates = false;
  /** True when users of the scenario share data. A drive then stores the data for later drives. */
  shares = false;
  #requests = 0;
  /** The number of times that the current step runs when the sequence runs once. */
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

  /**
   * Records that a step or handler starts a sequence by its name. `each`: it starts one instance for each of
   * several values.
   */
  startsSequence(name: string, at: Path, { each = false, sameIndex = false } = {}): void {
    const times = each ? 'each' : this.#times;
    this.sequences.starts({ from: this.sequence, name, at, times, sameIndex });
  }

  /**
   * Records that a queue runs a sequence for each of its values. Returns the name of the queue's copy of the
   * sequence. Undefined after a reported problem.
   */
  queuesSequence(name: string, concurrency: number, at: Path): string | undefined {
    const copy: Copy | undefined = this.sequences.queues(this.sequence, name, concurrency, at);
    if (copy === undefined) {
      const hint = 'let the queue start another sequence';
      this.findings.error(
        at,
        `sequence '${name}' fills a queue whose values start sequence '${name}' again`,
        hint,
      );
    }
    return copy?.name;
  }

  /** Records that a step waits until the variable is set. */
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

  /**
   * Records that the phase publishes a global counter. Iterations and forks of one phase add to one sum. Two
   * phases must not publish the same counter.
   */
  publishesGlobal(key: string, at: Path): void {
    const { publishers, phaseName = '' } = this.context;
    const other = publishers?.get(key) ?? phaseName;
    publishers?.set(key, other);
    if (other !== phaseName)
      this.findings.error(
        at,
        `phase '${other}' already publishes global counters with the key '${key}'`,
        'give each phase its own key',
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

  /**
   * The number of the next request step. By this number, statistics distinguish steps with the same metric.
   */
  nextRequest(): number {
    const number = this.#requests;
    this.#requests += 1;
    return number;
  }

  /** Records that a step needs this file at run time. Returns its bytes, as `needFile` does. */
  needsFile(path: string, at: Path): Uint8Array | undefined {
    return needFile(path, at, this.context);
  }

  writesVariable(name: string, kind: VariableKind, at: Path): void {
    this.#checkIndex(name, at);
    if (name.startsWith('hyperfoil.')) {
      this.findings.error(
        at,
        `a step cannot set the built-in variable '${name}'`,
        "choose a name that does not begin with 'hyperfoil.'",
      );
      return;
    }
    this.#variables.writes(name, kind, at);
    this.#waits.writes(name, this.sequence);
  }

  /**
   * Records that a step reads a variable. `kind` is undefined when the step accepts both kinds, `int` and
   * `object`.
   */
  readsVariable(name: string, kind: VariableKind | undefined, at: Path): void {
    this.#checkIndex(name, at);
    this.#variables.reads(name, kind, at);
  }

  /** Checks a use of `name[.]`, which is the item at the index of the running instance. */
  #checkIndex(name: string, at: Path): void {
    if (baseOf(name) !== undefined && this.concurrency === 0)
      this.#variables.needsIndex(name, this.sequence, at);
  }

  /** Reports the problems that only show in the whole scenario. Called once, after the last step. */
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
