import { decodeName } from '../json/decode-utf8.ts';
import { GrowingBytes } from '../json/growing-bytes.ts';
import type { Machine } from '../json/machine/create-machine.ts';
import * as layout from '../json/machine/layout.ts';
import { byte } from '../json/tokens.ts';
import { type Blocks, compress } from './block.ts';
import type { Block, ColumnBlocks, Group, PathNode, Table } from './index-types.ts';
import type { IndexLimits } from './limits.ts';
import { type RowMark, rowBlock } from './row-offsets.ts';

/** Writes the bounds of tables to the memory of the JSON machine. */
export function boundTables({ words }: Machine, limits: IndexLimits): void {
  const set = (address: number, word: number): void => {
    words[address >> 2] = word;
  };
  const nodes = words[layout.orderNodes >> 2]!;
  set(layout.orderNodesEnd, nodes + Math.min(limits.pathsMax + 1, layout.nodesMax) * layout.nodeBytes);
  set(layout.orderBounds + layout.boundRowMembers, limits.rowMembersMax);
  set(layout.orderBounds + layout.boundColumns, limits.columnsMax);
  set(layout.orderBounds + layout.boundLevels, limits.columnDepthMax);
  set(layout.orderBounds + layout.boundCellBytes, limits.cellBytesMax);
  set(layout.orderBounds + layout.boundGroupRows, limits.groupRowsMax);
  set(layout.orderBounds + layout.boundGroupBytes, limits.groupBytesMax);
}

/**
 * A column of a table: its lines in the current group of rows, and the compressed blocks of earlier groups.
 */
type Column = { readonly lines: GrowingBytes; readonly blocks: (Block | null)[] };
/**
 * A compressed column of the current group. `address` is its address in the JSON machine, `bytes` its size
 * before compression.
 */
type Packed = Column & { readonly address: number; readonly compressed: Uint8Array; readonly bytes: number };

/**
 * Writes a table of the index from the columns in the memory of the JSON machine. The machine has only this
 * table open.
 */
export class TableWriter {
  /** The index of the group's first row in the table. */
  groupRow = 0;
  /** True when an object of a row repeats a name. */
  repeatsNames = false;
  readonly #machine: Machine;
  readonly #limits: IndexLimits;
  readonly #blocks: Blocks;
  /** The columns by their address in the JSON machine. */
  readonly #columns = new Map<number, Column>();
  /** For each node of elements of arrays, by its address: the number of elements in each group. */
  readonly #elements = new Map<number, number[]>();
  #marks: RowMark[] = [];
  readonly #groups: Group[] = [];

  constructor(machine: Machine, blocks: Blocks, limits: IndexLimits) {
    this.#machine = machine;
    this.#blocks = blocks;
    this.#limits = limits;
  }

  /** The number of rows so far. */
  get rows(): number {
    return this.groupRow + this.#word(this.#word(layout.orderNodes) + layout.nodeRows);
  }

  mark(mark: RowMark): void {
    this.#marks.push(mark);
  }

  /**
   * Copies the lines from the memory of the JSON machine, so that it has room for more.
   * @param base an address of the machine plus this number is an offset in the document.
   */
  take(base: number): void {
    this.#takeLines(layout.stateRows);
    for (const node of this.#nodes()) {
      this.#takeLines(node + layout.nodeValues);
      this.#takeLines(node + layout.nodeLengths);
    }
    this.#set(layout.stateChunk, this.#word(layout.orderChunks));
    if (this.#word(layout.stateIsGroup) === 1) this.#flush(base);
  }

  /**
   * Ends the table.
   * @param bytes of the whole array.
   * @returns undefined when the array is too small for a table.
   */
  finish(bytes: number, base: number): Table | undefined {
    if (bytes < this.#limits.tableBytesMin) return undefined;
    this.take(base);
    if (this.rows > this.groupRow) this.#flush(base);
    const root = this.#word(layout.orderNodes);
    return {
      rows: this.rows,
      groups: this.#groups,
      paths: this.repeatsNames ? this.#unknown(root) : this.#pathNode(root),
    };
  }

  *#nodes(): Generator<number> {
    const end = this.#word(layout.stateNodes);
    for (let node = this.#word(layout.orderNodes); node < end; node += layout.nodeBytes) yield node;
  }

  #takeLines(column: number): void {
    const end = this.#word(column + layout.columnEnd);
    if (end === 0) return;
    const at = this.#word(column + layout.columnAt);
    this.#set(column + layout.columnEnd, 0);
    this.#set(column + layout.columnAt, 0);
    let chunk = this.#word(column + layout.columnFirst);
    if (chunk < 0) return;
    const { lines } = this.#columnAt(column);
    const room = layout.chunkBytes - layout.chunkHead - layout.chunkSlack;
    for (; chunk + layout.chunkHead + room !== end; chunk = this.#word(chunk))
      lines.copy(this.#machine.bytes, chunk + layout.chunkHead, chunk + layout.chunkHead + room);
    lines.copy(this.#machine.bytes, chunk + layout.chunkHead, at);
  }

  #columnAt(address: number): Column {
    let column = this.#columns.get(address);
    if (column === undefined) {
      column = { lines: new GrowingBytes(1024), blocks: [] };
      this.#columns.set(address, column);
    }
    return column;
  }

  #flush(base: number): void {
    const group = this.#groups.length;
    const packed: Packed[] = [];
    for (const node of this.#nodes()) {
      const rows = this.#word(this.#word(node + layout.nodeScope) + layout.nodeRows);
      packed.push(...this.#packed(node + layout.nodeValues, rows));
      const items = this.#word(node + layout.nodeItems);
      if (items === 0) continue;
      packed.push(...this.#packed(items + layout.nodeLengths, rows));
      this.#elementsOf(items)[group] = this.#word(items + layout.nodeRows);
    }
    const { lines } = this.#columnAt(layout.stateRows);
    const places = rowBlock(this.#marks, lines.bytes.subarray(0, lines.length));
    const offsets = this.#blocks.add(compress(places), places.length);
    const start = this.#marks[0]!.end;
    const end = base + this.#word(layout.stateRowEnd);
    this.#giveUpDearest(packed, this.#limits.shareMax * end - this.#blocks.bytes);
    for (const { address, blocks, compressed, bytes } of packed)
      if (this.#word(address + layout.columnFirst) >= 0) blocks[group] = this.#blocks.add(compressed, bytes);
    this.#groups.push({ start, end, rows: this.rows - this.groupRow, offsets });
    this.groupRow = this.rows;
    lines.length = 0;
    this.#marks = [];
    this.#set(layout.stateRows + layout.columnRows, 0);
    for (const node of this.#nodes()) this.#set(node + layout.nodeRows, 0);
    this.#set(layout.stateColumnBytes, 0);
    this.#set(layout.stateIsGroup, 0);
  }

  #elementsOf(items: number): number[] {
    const known = this.#elements.get(items) ?? [];
    this.#elements.set(items, known);
    return known;
  }

  /**
   * Compresses the lines of a column in the current group, if there are any. A column with too many empty
   * lines at its end is left out of the index.
   */
  #packed(address: number, rows: number): readonly Packed[] {
    const column = this.#columns.get(address);
    const missing = rows - this.#word(address + layout.columnRows);
    if (missing > layout.gapMax) this.#set(address + layout.columnFirst, -1);
    if (column === undefined || this.#word(address + layout.columnFirst) < 0 || missing === rows) return [];
    const { lines } = column;
    lines.reserve(missing);
    const bytes = lines.length + missing;
    const compressed = compress(lines.bytes.fill(byte.lineFeed, lines.length, bytes).subarray(0, bytes));
    lines.length = 0;
    this.#set(address + layout.columnRows, 0);
    return [{ ...column, address, compressed, bytes }];
  }

  /**
   * Leaves out the largest columns until the others have room in the index.
   * @param room the bytes that the columns of this group may have.
   */
  #giveUpDearest(packed: readonly Packed[], room: number): void {
    let bytes = packed.reduce((sum, { compressed }) => sum + compressed.length, 0);
    for (const { address, compressed } of packed.toSorted(
      (one, other) => other.compressed.length - one.compressed.length,
    )) {
      if (bytes <= room) return;
      this.#set(address + layout.columnFirst, -1);
      bytes -= compressed.length;
    }
  }

  #pathNode(node: number): PathNode {
    const items = this.#word(node + layout.nodeItems);
    const values = this.#blocksOf(node + layout.nodeValues);
    const lengths = items === 0 ? undefined : this.#blocksOf(items + layout.nodeLengths);
    return {
      ...this.#about(node),
      isComplete: this.#word(node + layout.nodeIsIncomplete) === 0,
      members: this.#membersOf(node),
      ...(values && { column: values }),
      ...(items !== 0 && {
        items: {
          rows: this.#groups.map((_, group) => this.#elementsOf(items)[group] ?? 0),
          ...(lengths && { lengths }),
          values: this.#pathNode(items),
        },
      }),
    };
  }

  #membersOf(parent: number): (readonly [string, PathNode])[] {
    const members: (readonly [string, PathNode])[] = [];
    let node = this.#word(parent + layout.nodeFirst);
    for (; node !== 0; node = this.#word(node + layout.nodeSibling)) {
      const start = this.#word(node + layout.nodeWritten);
      const end = start + this.#word(node + layout.nodeWrittenBytes);
      members.push([decodeName(this.#machine.bytes.subarray(start, end)), this.#pathNode(node)]);
    }
    return members;
  }

  /** The blocks of a column. Undefined for a column that has no lines, or was left out. */
  #blocksOf(address: number): ColumnBlocks | undefined {
    const column = this.#columns.get(address);
    if (column === undefined || this.#word(address + layout.columnFirst) < 0) return undefined;
    return this.#groups.map((_, group) => column.blocks[group] ?? null);
  }

  #about(node: number): Pick<PathNode, 'kinds' | 'count'> {
    return { kinds: this.#word(node + layout.nodeKinds), count: this.#word(node + layout.nodeCount) };
  }

  #unknown(root: number): PathNode {
    return { ...this.#about(root), isComplete: false, members: [] };
  }

  #word(address: number): number {
    return this.#machine.words[address >> 2]!;
  }

  #set(address: number, word: number): void {
    this.#machine.words[address >> 2] = word;
  }
}
