import { hintAt, nearestName } from '../../document/nearest.ts';
import type { Findings, Path } from '../../document/problem.ts';

/**
 * The number of times that a step starts a sequence. `each`: once for each instance that the started sequence
 * may have.
 */
type Times = number | 'each';

type Defined = { readonly at: Path; readonly concurrency: number };
type Start = {
  readonly from: string;
  readonly name: string;
  readonly at: Path;
  readonly times: Times;
  /** True when the started instance gets the index of the instance that starts it. */
  readonly sameIndex?: boolean;
};

/** A copy of a sequence, which a queue runs. It has its own name and the steps of the sequence `of`. */
export type Copy = { readonly name: string; readonly of: string; readonly concurrency: number };

/**
 * The steps of a sequence that Downpour generates because the document needs it, and the place in the
 * document that needs it.
 */
export type Generated = { readonly raw: unknown; readonly at: Path };

/**
 * The sequences of a scenario and the steps that start them. They show which sequences run, and how often.
 */
export class Sequences {
  readonly #defined = new Map<string, Defined>();
  readonly #initial = new Set<string>();
  readonly #starts: Start[] = [];
  readonly #copies: Copy[] = [];
  readonly #queued = new Set<string>();
  readonly #generated = new Map<string, Generated>();
  /**
   * For each copy, the sequences that were copied to make it, the outermost first. A queue inside a copy
   * makes a further copy. The last one is the sequence that this copy repeats.
   */
  readonly #origins = new Map<string, readonly string[]>();

  define(name: string, concurrency: number, at: Path): void {
    this.#defined.set(name, { at, concurrency });
  }

  /** Records that a sequence starts with each user. */
  startsFirst(name: string): void {
    this.#initial.add(name);
  }

  starts(start: Start): void {
    this.#starts.push(start);
  }

  /** Adds a generated sequence, which a queue runs, and returns its name. The name begins with `prefix`. */
  generates(prefix: string, steps: (name: string) => unknown, at: Path): string {
    const name = `${prefix}_${this.#generated.size + 1}`;
    this.#generated.set(name, { raw: steps(name), at });
    this.define(name, 0, at);
    return name;
  }

  generated(name: string): Generated | undefined {
    return this.#generated.get(name);
  }

  /**
   * Adds a copy of a sequence, which a queue runs. Undefined when the queue is itself in a copy of that
   * sequence, because copies would then have no end.
   */
  queues(from: string, name: string, concurrency: number, at: Path): Copy | undefined {
    const origins = this.#origins.get(from) ?? [];
    if (origins.includes(name)) return undefined;
    const copy = { name: `${name}_queue_${this.#copies.length + 1}`, of: name, concurrency };
    this.#copies.push(copy);
    this.#queued.add(name);
    this.#origins.set(copy.name, [...origins, name]);
    this.starts({ from, name: copy.name, at, times: 'each' });
    return copy;
  }

  /** The copies in the order in which they were requested. The list grows while their steps are parsed. */
  get copies(): readonly Copy[] {
    return this.#copies;
  }

  /** True when only queues use the sequence. The sequence itself then never runs; only its copies run. */
  isPattern(name: string): boolean {
    return this.#queued.has(name) && !this.#initial.has(name) && !this.#isStarted(name);
  }

  /**
   * The number of times that a user runs each sequence, as far as the document shows it: once for each start.
   * A restart, and sequences that start each other in a cycle, count once. If a value decides how often a
   * sequence starts, the largest number of its instances that run at once counts.
   */
  runs(): ReadonlyMap<string, number> {
    const order = this.#order();
    const places = new Map(order.map((name, place) => [name, place]));
    const runs = new Map(order.map((name) => [name, this.#initial.has(name) ? 1 : 0]));
    const bySource = Map.groupBy(this.#starts, ({ from }) => from);
    for (const from of order) {
      for (const { name, times } of bySource.get(from) ?? []) {
        if ((places.get(name) ?? -1) <= (places.get(from) ?? 0)) continue;
        const each = times === 'each' ? Math.max(1, this.#defined.get(name)?.concurrency ?? 1) : times;
        runs.set(name, (runs.get(name) ?? 0) + (runs.get(from) ?? 0) * each);
      }
    }
    return runs;
  }

  /**
   * Reports starts of sequences that do not exist, and of sequences that have another number of instances
   * when the index must be the same.
   */
  checkStarts(findings: Findings): void {
    const origins = new Map(this.#copies.map((copy) => [copy.name, copy.of]));
    for (const { from, name, at, sameIndex } of this.#starts) {
      const wanted = origins.get(name) ?? name;
      const [own, other] = [this.#defined.get(from), this.#defined.get(wanted)];
      if (other === undefined) {
        const hint = hintAt(withoutInstances(wanted), [...this.#defined.keys()]);
        findings.error(at, `no sequence is called '${wanted}'`, hint);
      } else if (sameIndex && own?.concurrency !== other.concurrency && !this.isPattern(from)) {
        const counts = `'${wanted}' has ${other.concurrency} and '${from}' has ${own?.concurrency}`;
        findings.error(
          at,
          `forceSameIndex needs two sequences with the same number of instances, but ${counts}`,
          `give both the same number, such as '${wanted}[2]' and '${from}[2]'`,
        );
      }
    }
  }

  /** Warns about sequences that no user ever starts. A misspelt name starts the most similar sequence. */
  checkReach(findings: Findings): void {
    if (this.#initial.size === 0) return;
    const reached = new Set(this.#order());
    for (const [name, { at }] of this.#defined)
      if (!reached.has(name) && !this.isPattern(name))
        findings.warning(at, `sequence '${name}' never starts`, startHint);
  }

  #isStarted(name: string): boolean {
    return this.#starts.some((start) => start.name === name);
  }

  /** The name of an existing sequence or copy. For another name, the most similar one if there is any. */
  #meant(name: string): string {
    if (this.#defined.has(name) || this.#origins.has(name)) return name;
    return nearestName(withoutInstances(name), [...this.#defined.keys()]) ?? name;
  }

  /** Every sequence that can start. Each comes after all sequences that start it, except in cycles. */
  #order(): readonly string[] {
    const targets = Map.groupBy(this.#starts, ({ from }) => from);
    const met = new Set<string>();
    const behind: string[] = [];
    // This loop has a stack of its own. With recursion, thousands of sequences in a row would exceed the call
    // stack.
    for (const first of [...this.#initial].reverse()) {
      const way: { readonly name: string; at: number }[] = [];
      const enter = (name: string): void => {
        if (met.has(name)) return;
        met.add(name);
        way.push({ name, at: 0 });
      };
      enter(first);
      for (let here = way.at(-1); here !== undefined; here = way.at(-1)) {
        const next = targets.get(here.name)?.[here.at];
        here.at += 1;
        if (next !== undefined) enter(this.#meant(next.name));
        else behind.push(way.pop()?.name ?? '');
      }
    }
    return behind.reverse();
  }
}

/** The number of instances is a part of the definition only, not of the name. */
const withoutInstances = (name: string): string => name.replace(/\[\d+\]$/, '');

const startHint = 'start the sequence with newSequence, or list it under initialSequences';
