import { kind } from '../json/kind.ts';
import type { Listener } from '../json/listener.ts';
import type { Scanner } from '../json/scanner.ts';
import { decodeName } from '../json/text.ts';
import type { Blocks } from './block.ts';
import type { IndexLimits } from './limits.ts';
import type { Member, RunIndex, Span, Table } from './run-index.ts';
import { SchemaList } from './schema-list.ts';
import { TableWriter } from './table-writer.ts';

/** Listens to a document and collects its members, tables and schemas. */
export class Outline implements Listener {
  readonly #scanner: Scanner;
  readonly #blocks: Blocks;
  readonly #limits: IndexLimits;
  readonly #schemas: SchemaList;
  #root: (Span & { readonly kind: number }) | undefined;
  #members: Map<string, Member> | undefined;
  #nameBytes = 0;
  #repeatsNames = false;
  #rootTable: Table | undefined;

  /** The current member; undefined when members are not listed. */
  #name: string | undefined;
  #isListed = true;
  #start = 0;
  #kind = 0;
  #memberRepeats = false;

  /** The current table, and the depth of its array. */
  #table: TableWriter | undefined;
  #tableDepth = 0;
  #rowStart = 0;
  /** True when the scanner skips the inside of the open array or object. */
  #isSkipped = false;
  /** True in an element of the root array that the table does not index. Only its `$schema` counts. */
  #isApart = false;

  constructor(scanner: Scanner, blocks: Blocks, limits: IndexLimits) {
    this.#scanner = scanner;
    this.#blocks = blocks;
    this.#limits = limits;
    this.#schemas = new SchemaList(limits.schemasMax);
  }

  /**
   * The collected index of the whole document.
   * @throws before the end of the document.
   */
  get outline(): Omit<RunIndex, 'documentBytes' | 'sha256'> {
    const root = this.#root;
    if (root === undefined) throw new Error('a document that was read to its end has a value');
    return {
      root,
      repeatsNames: this.#repeatsNames,
      hasBlanks: this.#scanner.hasBlanks,
      ...(this.#members === undefined ? {} : { members: [...this.#members.values()] }),
      ...(this.#rootTable === undefined ? {} : { table: this.#rootTable }),
      schemas: this.#schemas.places,
      hasMoreSchemas: this.#schemas.hasMore,
    };
  }

  open(isObject: boolean, start: number): void {
    const { depth } = this.#scanner;
    const kinds = isObject ? kind.object : kind.array;
    if (this.#schemas.isExpected) this.#schemas.forget(this.#schemaKey(depth - 1));
    if (depth === 1) this.#openRoot(kinds, start);
    else if (this.#table !== undefined) this.#openInTable(this.#table, isObject, start);
    else if (depth === 2) this.#openMember(kinds, start);
    else this.#skip();
  }

  close(end: number): void {
    const { depth } = this.#scanner;
    if (this.#table !== undefined && depth > this.#tableDepth) this.#closeInTable(this.#table, end);
    else if (depth === 1) this.#closeRoot(end);
    else if (depth === 2) this.#closeMember(end);
    this.#isSkipped = false;
  }

  name(start: number, end: number): void {
    const { depth, window } = this.#scanner;
    if (depth === 1) this.#openName(start, end);
    if (depth <= 2 && start >= 0) this.#schemas.name(window.bytes, start, end);
    const table = this.#table;
    if (table === undefined || this.#isApart) return;
    if (start < 0) table.longName();
    else table.name(window.bytes, start + 1, end - 1);
  }

  scalar(kinds: number, start: number, end: number): void {
    const { depth, window } = this.#scanner;
    if (this.#schemas.isExpected)
      this.#schemas.value(kinds, window.bytes, start, end, this.#schemaKey(depth));
    if (this.#table !== undefined) this.#scalarInTable(this.#table, kinds, start, end);
    else if (depth <= 1) {
      const span = { start: start < 0 ? this.#start : this.#place(start), end: this.#place(end) };
      if (depth === 0) this.#root = { ...span, kind: kinds };
      else this.#addMember({ ...span, kind: kinds, repeatsNames: false });
    }
  }

  long(isName: boolean, start: number): void {
    if (isName) return;
    const { depth } = this.#scanner;
    if (this.#table !== undefined && depth === this.#tableDepth) this.#rowStart = this.#place(start);
    else if (depth <= 1) this.#start = this.#place(start);
  }

  repeated(): void {
    this.#repeatsNames = true;
    if (this.#scanner.depth > 1) this.#memberRepeats = true;
    if (this.#table !== undefined) this.#table.repeatsNames = true;
  }

  passed(): void {
    // The offsets already count from the start of the document.
  }

  #openRoot(kinds: number, start: number): void {
    this.#root = { start: this.#place(start), end: 0, kind: kinds };
    // An array in a row has no column.
    this.#scanner.skipArrays(kinds === kind.object ? 3 : 2);
    if (kinds === kind.object) this.#members = new Map();
    else this.#openTable();
  }

  #closeRoot(end: number): void {
    if (this.#root !== undefined) this.#root = { ...this.#root, end: this.#place(end) };
    if (this.#table === undefined || this.#root === undefined) return;
    this.#rootTable = this.#table.finish(this.#root.end - this.#root.start);
    this.#table = undefined;
  }

  #openMember(kinds: number, start: number): void {
    this.#start = this.#place(start);
    this.#kind = kinds;
    this.#memberRepeats = false;
    if (this.#name === undefined) this.#skip();
    else if (kinds === kind.array) this.#openTable();
  }

  #closeMember(end: number): void {
    const span = { start: this.#start, end: this.#place(end) };
    const table = this.#table?.finish(span.end - span.start);
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
    this.#name = this.#isListed ? this.#listed(start, end) : undefined;
    if (this.#name !== undefined && this.#members?.has(this.#name)) this.#schemas.forget(this.#name);
  }

  /** The name of a member of the root object; undefined when there are too many members. */
  #listed(start: number, end: number): string | undefined {
    this.#nameBytes += end - start;
    const { membersMax, memberNameBytesMax } = this.#limits;
    const isTooMuch = start < 0 || this.#nameBytes > memberNameBytesMax || this.#members?.size === membersMax;
    if (!isTooMuch) return decodeName(this.#scanner.window.bytes.subarray(start + 1, end - 1));
    this.#isListed = false;
    this.#members = undefined;
    return undefined;
  }

  #openTable(): void {
    this.#table = new TableWriter(this.#blocks, this.#limits);
    this.#tableDepth = this.#scanner.depth;
  }

  #openInTable(table: TableWriter, isObject: boolean, start: number): void {
    const { depth } = this.#scanner;
    if (depth === this.#tableDepth + 1) this.#rowStart = this.#place(start);
    if (this.#isApart) this.#skip();
    else if (!table.enter(isObject)) {
      if (isObject && depth === 2) this.#isApart = true;
      else this.#skip();
    }
  }

  #closeInTable(table: TableWriter, end: number): void {
    if (this.#isApart && !this.#isSkipped) this.#isApart = false;
    else if (!this.#isSkipped) table.leave();
    if (this.#scanner.depth === this.#tableDepth + 1) table.row(this.#rowStart, this.#place(end));
  }

  #scalarInTable(table: TableWriter, kinds: number, start: number, end: number): void {
    if (this.#isApart) return;
    if (start < 0) table.longScalar(kinds);
    else table.scalar(kinds, this.#scanner.window.bytes, start, end);
    if (this.#scanner.depth !== this.#tableDepth) return;
    table.row(start < 0 ? this.#rowStart : this.#place(start), this.#place(end));
  }

  #skip(): void {
    this.#isSkipped = true;
    this.#scanner.skip();
  }

  /**
   * The owner of a `$schema` in an object at this depth: the root, a member, or an element of a root array.
   */
  #schemaKey(depth: number): string | number | undefined {
    if (depth === 1) return undefined;
    return this.#table === undefined ? this.#name : this.#table.rows;
  }

  #place(at: number): number {
    return this.#scanner.window.base + at;
  }
}
