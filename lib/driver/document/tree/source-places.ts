import type { Scalar } from 'yaml';
import { pointerTo } from '../path.ts';
import type { Path, Place, Problem } from '../problem.ts';

/**
 * Remembers facts about the parts of a document in addition to their values, such as their places. The keys
 * are JSON Pointers.
 */
export class Record {
  /** The places of parts: a member of a mapping is at its key, an item of a list at its first character. */
  readonly places = new Map<string, Place>();
  /** The texts of scalars that are not read as text, if their values would be written differently. */
  readonly written = new Map<string, string>();
  /** JSON Pointers of parts that could not be read and are null. */
  readonly unread = new Set<string>();
  /** The templates that produced each part, in words. */
  readonly origins = new Map<string, string>();
  readonly problems: Problem[] = [];
  readonly #placeAt: (offset: number) => Place;

  constructor(placeAt: (offset: number) => Place) {
    this.#placeAt = placeAt;
  }

  /**
   * The place of a node in the text. If the node is not in the text, it is the place of its nearest parent.
   */
  placeOf(node: unknown, path: Path): Place {
    const start = (node as { range?: readonly number[] | null } | null)?.range?.[0];
    return start === undefined ? this.nearestPlace(path) : this.#placeAt(start);
  }

  /** True when a scalar and the comment after it are on one line. */
  isOnOneLine({ range }: Scalar): boolean {
    if (!range) return false;
    return this.#placeAt(range[1]).line === this.#placeAt(range[2] - 1).line;
  }

  nearestPlace(path: Path): Place {
    for (let length = path.length; length > 0; length -= 1) {
      const place = this.places.get(pointerTo(path.slice(0, length)));
      if (place !== undefined) return place;
    }
    return { line: 1, column: 1 };
  }

  /** The place of a path in the text, and the templates that produced this part. */
  locate(path: Path): Place {
    const origin = this.#originOf(path);
    const place = this.nearestPlace(path);
    return origin === '' ? place : { ...place, origin };
  }

  #originOf(path: Path): string {
    if (this.origins.size === 0) return '';
    const origins = path.map((_, index) => this.origins.get(pointerTo(path.slice(0, index + 1))));
    return origins.filter((origin) => origin !== undefined).join(', ');
  }

  problem(
    node: unknown,
    path: Path,
    message: string,
    hint?: string,
    severity: Problem['severity'] = 'error',
  ): void {
    const origin = this.#originOf(path);
    this.problems.push({
      severity,
      path,
      ...this.placeOf(node, path),
      ...(origin === '' ? {} : { origin }),
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  }

  /** Marks a part as unread, so that no further finding is about it. */
  unreadable(path: Path): null {
    this.unread.add(pointerTo(path));
    return null;
  }
}
