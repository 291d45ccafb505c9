import { recording } from './limits.ts';

/** The names that one drive counts by: a target that sends ever new header names must not fill the memory. */
export class CountedNames {
  readonly #byGroup = new Map<string, Set<string>>();
  readonly #notice: (message: string) => void;

  constructor(notice: (message: string) => void) {
    this.#notice = notice;
  }

  /**
   * The name to count under: `name`, or beyond the bound (limits.ts, `recording`) the name that all further
   * ones share.
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
        `others are counted together under '${recording.otherMetric}'`,
    );
    return recording.otherMetric;
  }
}
