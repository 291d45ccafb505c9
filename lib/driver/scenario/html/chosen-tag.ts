import type { Processor } from '../../model/handlers.ts';
import type { RunningSequence, Session } from '../../model/session.ts';
import type { WatchedAttribute } from './attributes.ts';

/**
 * An attribute of a tag to watch, and values that other attributes of the same tag must have. Names are in
 * lower case.
 */
export type Choice = Pick<WatchedAttribute, 'tag' | 'attribute'> & {
  readonly where: readonly (readonly [attribute: string, value: string])[];
};

/**
 * Keeps the value of an attribute and passes it on at the end of its tag. The other attributes that decide
 * whether the tag counts may come after it. The caller must call `tagEnd` after each tag.
 */
export class ChosenTag {
  readonly watched: readonly WatchedAttribute[];
  readonly #target: Processor;
  readonly #wanted: number;
  readonly #met = new Set<string>();
  #value: Buffer | undefined;
  #session: Session | undefined;
  #sequence: RunningSequence | undefined;

  constructor({ tag, attribute, where }: Choice, target: Processor) {
    this.#target = target;
    this.#wanted = where.length;
    this.watched = [
      { tag, attribute, target: this.#holding() },
      ...where.map(([name, value]) => ({ tag, attribute: name, target: this.#meeting(name, value) })),
    ];
  }

  tagEnd(): void {
    const [value, isChosen] = [this.#value, this.#met.size === this.#wanted];
    this.#clear();
    if (value !== undefined && isChosen) this.#target.data(this.#session!, this.#sequence!, value, true);
  }

  #holding(): Processor {
    return {
      begin: (session, sequence) => {
        this.#clear();
        this.#target.begin?.(session, sequence);
      },
      data: (session, sequence, bytes) => {
        this.#session = session;
        this.#sequence = sequence;
        // If a tag has two attributes with one name, the first counts, as in a browser.
        this.#value ??= Buffer.from(bytes);
      },
      end: (session, sequence) => this.#target.end?.(session, sequence),
      abort: (session, sequence) => {
        this.#clear();
        this.#target.abort?.(session, sequence);
      },
    };
  }

  #meeting(name: string, wanted: string): Processor {
    return {
      data: (_session, _sequence, bytes) => {
        if (bytes.toString('utf8') === wanted) this.#met.add(name);
      },
    };
  }

  #clear(): void {
    this.#met.clear();
    this.#value = undefined;
  }
}
