import { kind } from '../json/kind.ts';
import { decodeName, isWritten } from '../json/text.ts';
import type { Blocks } from './block.ts';
import { Column } from './column.ts';
import type { IndexLimits } from './limits.ts';
import { RowOffsets } from './row-offsets.ts';
import type { Block, Group, PathNode, Table } from './run-index.ts';

/** A path of names, while its array is read. */
class Node {
  /** The name as the document has it, without quotes. */
  readonly written: Uint8Array;
  readonly name: string;
  kinds = 0;
  count = 0;
  isComplete = true;
  /** In the order in which rows had them: the next row is likely to have the same order. */
  readonly members: Node[] = [];
  column: Column | undefined;
  /** True if tokens are too long for a column, or if there are too many columns. */
  isClosed = false;
  /** True if the object has too many members to follow: it is a dictionary rather than a record. */
  isDictionary = false;
  readonly blocks: (Block | null)[] = [];

  constructor(written: Uint8Array) {
    this.written = written;
    this.name = decodeName(written);
  }
}

/**
 * Turns an array into a table while it is read. `enter` returns whether the table needs the inside of an
 * object.
 */
export class TableWriter {
  rows = 0;
  /** True when an object of a row repeats a name. */
  repeatsNames = false;
  readonly #limits: IndexLimits;
  readonly #blocks: Blocks;
  readonly #root = new Node(new Uint8Array());
  readonly #columns: Node[] = [];
  readonly #offsets = new RowOffsets();
  readonly #groups: Group[] = [];
  #paths = 0;
  #groupStart = 0;
  #groupEnd = 0;
  #groupRow = 0;
  /** Open objects of the row, and the last member of each. */
  readonly #open: Node[] = [];
  readonly #ordinals: number[] = [];
  /** The path of the next value; undefined when the value is not stored. */
  #next: Node | undefined = this.#root;

  constructor(blocks: Blocks, limits: IndexLimits) {
    this.#blocks = blocks;
    this.#limits = limits;
  }

  name(bytes: Uint8Array, start: number, end: number): void {
    const level = this.#open.length - 1;
    const parent = this.#open[level]!;
    const index = parent.isDictionary ? -1 : this.#indexOf(parent, this.#ordinals[level]!, bytes, start, end);
    this.#next = parent.members[index];
    this.#ordinals[level] = index + 1;
  }

  /** Skips a name that is too long for a path. */
  longName(): void {
    this.#open[this.#open.length - 1]!.isComplete = false;
    this.#next = undefined;
  }

  scalar(kinds: number, bytes: Uint8Array, start: number, end: number): void {
    const node = this.#next;
    if (node === undefined) return;
    node.kinds |= kinds;
    node.count += 1;
    if (node.isClosed) return;
    if (end - start > this.#limits.cellBytesMax || !this.#hasColumn(node)) this.#close(node);
    else if (node.column?.add(this.rows - this.#groupRow, bytes, start, end) === false)
      this.repeatsNames = true;
  }

  /** Handles a scalar whose token is too long for a cell. */
  longScalar(kinds: number): void {
    const node = this.#next;
    if (node === undefined) return;
    node.kinds |= kinds;
    node.count += 1;
    this.#close(node);
  }

  /** @returns true when the scanner must report the inner tokens, and `leave` at the end. */
  enter(isObject: boolean): boolean {
    const node = this.#next;
    if (node === undefined) return false;
    node.kinds |= isObject ? kind.object : kind.array;
    node.count += 1;
    if (!isObject) return false;
    if (node.isDictionary || this.#open.length === this.#limits.columnDepthMax) {
      node.isComplete = false;
      return false;
    }
    this.#ordinals[this.#open.length] = 0;
    this.#open.push(node);
    return true;
  }

  leave(): void {
    this.#open.pop();
  }

  /** Ends the current row. Offsets count from the start of the document. */
  row(start: number, end: number): void {
    if (this.rows === this.#groupRow) this.#groupStart = start;
    this.#groupEnd = end;
    this.#offsets.add(start, end);
    this.rows += 1;
    this.#next = this.#root;
    if (this.rows - this.#groupRow === this.#limits.groupRowsMax || this.#isHeavy()) this.#flush();
  }

  /** @returns undefined when the array is too small for a table. */
  finish(bytes: number): Table | undefined {
    if (bytes < this.#limits.tableBytesMin) return undefined;
    if (this.rows > this.#groupRow) this.#flush();
    const paths = this.repeatsNames ? this.#unknown() : this.#pathNode(this.#root);
    return { rows: this.rows, groups: this.#groups, paths };
  }

  /**
   * The index of a member of a node. A new member is added. -1 when the addition makes the node a dictionary.
   * The search starts at the likely member: the one after the last.
   */
  #indexOf(parent: Node, likely: number, bytes: Uint8Array, start: number, end: number): number {
    const { members } = parent;
    const { length } = members;
    for (let at = likely; at < length; at += 1)
      if (isWritten(members[at]!.written, bytes, start, end)) return at;
    for (let at = 0; at < likely && at < length; at += 1)
      if (isWritten(members[at]!.written, bytes, start, end)) return at;
    const node = new Node(bytes.slice(start, end));
    const otherwiseWritten = members.findIndex(({ name }) => name === node.name);
    if (otherwiseWritten !== -1) return otherwiseWritten;
    if (members.length === this.#limits.rowMembersMax || this.#paths === this.#limits.pathsMax) {
      this.#forget(parent);
      return -1;
    }
    this.#paths += 1;
    return members.push(node) - 1;
  }

  /** Removes the paths of a dictionary: only the document knows which names its rows have. */
  #forget(dictionary: Node): void {
    for (const member of dictionary.members) {
      this.#close(member);
      this.#forget(member);
    }
    dictionary.members.length = 0;
    dictionary.isDictionary = true;
    dictionary.isComplete = false;
  }

  #hasColumn(node: Node): boolean {
    if (node.column !== undefined) return true;
    if (this.#columns.length === this.#limits.columnsMax) return false;
    node.column = new Column();
    this.#columns.push(node);
    return true;
  }

  #close(node: Node): void {
    node.isClosed = true;
    node.column = undefined;
  }

  /** Checked only every 64 rows, because there are many columns. */
  #isHeavy(): boolean {
    if ((this.rows & 63) !== 0) return false;
    const bytes = this.#columns.reduce((sum, { column }) => sum + (column?.length ?? 0), 0);
    return bytes > this.#limits.groupBytesMax;
  }

  #flush(): void {
    const rows = this.rows - this.#groupRow;
    const group = this.#groups.length;
    for (const { column, blocks } of this.#columns) {
      if (column === undefined || column.isEmpty) continue;
      while (blocks.length < group) blocks.push(null);
      blocks.push(this.#blocks.add(column.take(rows)));
    }
    const offsets = this.#blocks.add(this.#offsets.take());
    this.#groups.push({ start: this.#groupStart, end: this.#groupEnd, rows, offsets });
    this.#groupRow = this.rows;
  }

  #pathNode(node: Node): PathNode {
    const { kinds, count, isComplete, members, blocks } = node;
    const padded = this.#groups.map((_, group) => blocks[group] ?? null);
    return {
      kinds,
      count,
      isComplete,
      members: members.map((member) => [member.name, this.#pathNode(member)]),
      ...(node.column === undefined ? {} : { column: padded }),
    };
  }

  #unknown(): PathNode {
    const { kinds, count } = this.#root;
    return { kinds, count, isComplete: false, members: [] };
  }
}
