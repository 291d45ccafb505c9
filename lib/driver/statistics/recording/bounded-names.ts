import { recording } from './limits.ts';

/**
 * Limits the number of different names that one drive counts, because a target may always send new header
 * names.
 */
export class CountedNames {
  readonly #byGroup = new Map<string, Set<string>>();
  readonly #notice: (message: string) => void;

  constructor(notice: (message: string) => void) {
    this.#notice = notice;
  }

  /**
   * Returns the name under which to count: `name`, or one common name when the limit is reached (limits.ts,
   * `recording`).
   */
  admit(group: string, name: string): string {
    let names = this.#byGroup.get(group);
    if (names === undefined) {
      names = new Set();
      this.#byGroup.set(group, names);
    }
    if (names.has(name)) return name;
    if (names.size < recording.countedNamesMax && name.length <= recording.countedNameCharsMax) {
      names.add(name);
      return name;
    }
    this.#notice(
      `'${group}' counts ${recording.countedNamesMax} names of up to ${recording.countedNameCharsMax} characters in a drive; ` +
        `further names are counted together under '${recording.otherMetric}'`,
    );
    return recording.otherMetric;
  }
}
