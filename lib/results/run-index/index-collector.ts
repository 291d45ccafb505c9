import { decodeName } from '../json/decode-utf8.ts';
import { kind } from '../json/kind.ts';
import type { Machine } from '../json/machine/create-machine.ts';
import * as layout from '../json/machine/layout.ts';
import type { Follower } from '../json/scanner.ts';
import type { Blocks } from './block.ts';
import type { Member, RunIndex, Span, Table } from './index-types.ts';
import type { IndexLimits } from './limits.ts';
import { SchemaList } from './schema-list.ts';
import { boundTables, TableWriter } from './table-writer.ts';

/** Collects the members, tables and schemas of a document from the tokens of the JSON machine. */
export class Outline implements Follower {
  readonly mode = 'tables';
  readonly checksNames = true;
  readonly isTrusted = false;
  readonly hasLabels = false;
  readonly #blocks: Blocks;
  readonly #limits: IndexLimits;
  readonly #schemas: SchemaList;
  #machine: Machine | undefined;
  /** An address in the machine's memory plus this number is an offset in the document. */
  #base = 0;
  #depth = 0;
  #root: (Span & { readonly kind: number }) | undefined;
  #members: Map<string, Member> | undefined;
  #nameBytes = 0;
  #repeatsNames = false;
  #rootTable: Table | undefined;

  /**
   * The name of the current member of the root object. Undefined when the name is longer than the part of the
   * document in memory.
   */
  #name: string | undefined;
  #start = 0;
  #kind = 0;
  #memberRepeats = false;
  #table: TableWriter | undefined;
  /** The number in its table of the row whose `$schema` comes next. */
  #row = 0;

  constructor(blocks: Blocks, limits: IndexLimits) {
    this.#blocks = blocks;
    this.#limits = limits;
    this.#schemas = new SchemaList(limits.schemasMax);
  }

  /**
   * The collected index of the whole document. The caller must have read the document to its end.
   * @throws Error when the document has no value.
   */
  get outline(): Omit<RunIndex, 'documentBytes' | 'sha256' | 'hasBlanks'> {
    const root = this.#root;
    if (root === undefined)
      throw new Error('a bug in Downpour: a whole document was read, and it has no value');
    return {
      root,
      repeatsNames: this.#repeatsNames,
      ...(this.#members === undefined ? {} : { members: [...this.#members.values()] }),
      ...(this.#rootTable === undefined ? {} : { table: this.#rootTable }),
      schemas: this.#schemas.places,
      hasMoreSchemas: this.#schemas.hasMore,
    };
  }

  begin(machine: Machine): void {
    this.#machine = machine;
    boundTables(machine, this.#limits);
  }

  take({ words }: Machine, base: number): void {
    this.#base = base;
    const end = words[layout.stateTokens >> 2]! >> 2;
    for (let at = words[layout.orderTokens >> 2]! >> 2; at < end; at += layout.tokenBytes >> 2)
      this.#token(words[at]! & ~layout.tokenEscaped, words[at + 1]!, words[at + 2]!);
    this.#table?.take(base);
  }

  /** Handles a string that is longer than the window, the part of the document in memory. */
  long(isName: boolean, start: number): void {
    if (isName) this.#repeated();
    else if (this.#table === undefined && this.#depth <= 1) this.#start = start;
  }

  /**
   * Handles a token of the machine. Its start and end are addresses. A start of 0 means a string that is
   * longer than the part of the document in memory.
   */
  #token(what: number, start: number, end: number): void {
    if (what === layout.tokenMark) this.#table!.mark({ at: end, end: this.#base + start });
    else if (what === layout.tokenRow) this.#row = this.#table!.groupRow + start;
    else if (what < layout.tokenObject) this.#scalar(what, start, end);
    else if (what === layout.tokenName) this.#named(start, end);
    else if (what <= layout.tokenArray) this.#open(what, start);
    else if (what === layout.tokenClose) this.#close(this.#base + end);
    else if (what === layout.tokenRepeated) this.#repeated();
    else this.#schema(what & ~layout.tokenSchema, start, end, this.#row);
  }

  #open(kinds: number, start: number): void {
    if (this.#schemas.isExpected) this.#schemas.forget(this.#schemaKey());
    this.#depth += 1;
    if (this.#depth === 1) {
      this.#root = { start: this.#base + start, end: 0, kind: kinds };
      if (kinds === kind.object) this.#members = new Map();
      else this.#openTable();
    } else if (this.#depth === 2) {
      this.#start = this.#base + start;
      this.#kind = kinds;
      this.#memberRepeats = false;
      if (kinds === kind.array) this.#openTable();
    }
  }

  #close(end: number): void {
    if (this.#depth === 1) this.#closeRoot(end);
    else if (this.#depth === 2) this.#closeMember(end);
    this.#depth -= 1;
  }

  #named(start: number, end: number): void {
    const { bytes } = this.#machine!;
    if (this.#depth === 1) this.#openName(start, end);
    // The `$schema` of a member is left out when the name of the member is longer than the part of the
    // document in memory.
    if (start !== 0 && this.#name !== undefined) this.#schemas.name(bytes, start, end);
  }

  #scalar(kinds: number, start: number, end: number): void {
    if (this.#schemas.isExpected) this.#schema(kinds, start, end, this.#schemaKey());
    if (this.#depth > 1) return;
    const span = { start: start === 0 ? this.#start : this.#base + start, end: this.#base + end };
    if (this.#depth === 0) this.#root = { ...span, kind: kinds };
    else this.#addMember({ ...span, kind: kinds, repeatsNames: false });
  }

  #schema(kinds: number, start: number, end: number, key: string | number | undefined): void {
    this.#schemas.value(kinds, this.#machine!.bytes, start === 0 ? -1 : start, end, key);
  }

  /**
   * Handles a repeated name. In the root object the machine reports it before the member begins, so `#open`
   * clears the flag of the member again.
   */
  #repeated(): void {
    this.#repeatsNames = true;
    this.#memberRepeats = true;
    if (this.#table !== undefined) this.#table.repeatsNames = true;
  }

  #closeRoot(end: number): void {
    if (this.#root !== undefined) this.#root = { ...this.#root, end };
    if (this.#table === undefined || this.#root === undefined) return;
    this.#rootTable = this.#table.finish(this.#root.end - this.#root.start, this.#base);
    this.#table = undefined;
  }

  #closeMember(end: number): void {
    const span = { start: this.#start, end };
    const table = this.#table?.finish(span.end - span.start, this.#base);
    this.#addMember({
      ...span,
      kind: this.#kind,
      repeatsNames: this.#memberRepeats,
      ...(this.#table === undefined ? {} : { count: this.#table.rows }),
      ...(table === undefined ? {} : { table }),
    });
    this.#table = undefined;
  }

  #addMember(member: Omit<Member, 'name'>): void {
    if (this.#name !== undefined) this.#members?.set(this.#name, { name: this.#name, ...member });
  }

  #openName(start: number, end: number): void {
    this.#name = start === 0 ? undefined : decodeName(this.#machine!.bytes.subarray(start + 1, end - 1));
    if (this.#name !== undefined) this.#schemas.forget(this.#name);
    this.#nameBytes += end - start;
    const { membersMax, memberNameBytesMax } = this.#limits;
    const isTooMuch =
      start === 0 || this.#nameBytes > memberNameBytesMax || this.#members?.size === membersMax;
    if (isTooMuch) this.#members = undefined;
  }

  #openTable(): void {
    this.#table = new TableWriter(this.#machine!, this.#blocks, this.#limits);
  }

  /** The name of the member whose `$schema` is read now. Undefined for the `$schema` of the root. */
  #schemaKey(): string | undefined {
    return this.#depth === 1 ? undefined : this.#name;
  }
}
