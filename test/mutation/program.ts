import { join, relative } from 'node:path';
import type { SourceFile } from 'typescript/unstable/ast';
import { API, type Program, type Snapshot } from 'typescript/unstable/sync';
import { applied, type Mutant, mutantsOf } from './operators.ts';

/** The compiler errors for unused names. A mutant may leave such names. */
const unused = new Set([6133, 6138, 6192, 6196, 6198, 6199]);

/** The sources of a project, and a compiler that checks whether a mutant compiles. */
export class MutableProgram {
  readonly #root: string;
  readonly #api: API;
  #snapshot: Snapshot;
  #changed: readonly [path: string, text: string] | undefined;

  constructor(root: string) {
    this.#root = root;
    this.#api = new API({
      cwd: root,
      fs: { readFile: (path) => (path === this.#changed?.[0] ? this.#changed[1] : undefined) },
    });
    this.#snapshot = this.#api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] });
  }

  /** The mutants of all files that `wanted` accepts, by file. */
  mutants(wanted: (file: string) => boolean): ReadonlyMap<string, readonly Mutant[]> {
    const program = this.#program();
    const files = program.getSourceFileNames().map((name) => this.#fileOf(name));
    return new Map(
      files
        .filter((file) => !file.startsWith('..') && !file.includes('node_modules/') && wanted(file))
        .sort()
        .map((file) => [file, mutantsOf(file, this.#source(program, file))]),
    );
  }

  text(file: string): string {
    return this.#source(this.#program(), file).text;
  }

  /** True when the file with the mutant compiles. Unused names are allowed. */
  compiles(mutant: Mutant): boolean {
    const path = join(this.#root, mutant.file);
    const text = applied(this.text(mutant.file), mutant);
    const found = this.#withText(path, text, (program) => [
      ...program.getSyntacticDiagnostics(path),
      ...program.getSemanticDiagnostics(path),
    ]);
    return found.every(({ code }) => unused.has(code));
  }

  close(): void {
    this.#snapshot.dispose();
    this.#api.close();
  }

  #withText<T>(path: string, text: string, ask: (program: Program) => T): T {
    try {
      this.#change([path, text], path);
      return ask(this.#program());
    } finally {
      this.#change(undefined, path);
    }
  }

  #change(changed: readonly [path: string, text: string] | undefined, path: string): void {
    this.#changed = changed;
    const before = this.#snapshot;
    this.#snapshot = this.#api.updateSnapshot({ fileChanges: { changed: [path] } });
    before.dispose();
  }

  #program(): Program {
    const [project] = this.#snapshot.getProjects();
    if (project === undefined) throw new Error(`${this.#root} has no tsconfig.json`);
    return project.program;
  }

  #fileOf(name: string): string {
    return relative(this.#root, name).replaceAll('\\', '/');
  }

  #source(program: Program, file: string): SourceFile {
    const source = program.getSourceFile(join(this.#root, file));
    if (source === undefined) throw new Error(`${file} is not in the program`);
    return source;
  }
}
