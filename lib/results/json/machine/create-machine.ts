import type { ScanLimits } from '../limits.ts';
import * as layout from './layout.ts';
import { ManyNames } from './many-names.ts';
import { useMemory } from './memory.ts';
import { wasm } from './module.generated.ts';
import * as twin from './scan.ts';

/**
 * The functions that WebAssembly and TypeScript share. Their addresses count bytes of the memory of the
 * machine.
 */
type Functions = Pick<typeof twin, 'scan' | 'decode' | 'longPath' | 'namePath' | 'passPath'>;

/**
 * The JSON machine: a memory, and functions that read the JSON text in it. The functions are WebAssembly, or
 * the same code as TypeScript.
 */
export type Machine = Functions & {
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  /** The address of the window, the part of the document that is in memory. */
  readonly window: number;
  readonly windowBytes: number;
};

export type MachineKind = 'wasm' | 'twin';

/** The most steps of a path, because a 32-bit number must have one bit for each step. */
export const stepsMax = 30;
/** The most bytes that the names of all steps of a path may have together. */
const stepNamesBytes = 32 * 1024;
const headBytes = 304;
/** Fast copies read and write up to this many bytes too many, so each area has this room at its end. */
const slackBytes = 64;
const pageBytes = 64 * 1024;
const never = 0x40000000;

/** The start address of each area of the memory, and the size of the memory. */
function areasOf({ depthMax, windowBytes }: ScanLimits, mode: MachineOrder['mode'], hasLabels: boolean) {
  let end = headBytes;
  const area = (bytes: number): number => {
    const start = end;
    end = (end + bytes + slackBytes + 15) & ~15;
    return start;
  };
  const levels = depthMax + 2;
  return {
    steps: area((stepsMax + 1) * layout.stepBytes + stepNamesBytes),
    frames: area(levels * layout.frameBytes),
    names: area(levels * layout.namesInFrame * 8),
    scratch: area(layout.scratchBytes),
    tokens: area(layout.tokensMax * layout.tokenBytes),
    labels: hasLabels ? area(levels * 2 * layout.labelBytes) : 0,
    window: area(windowBytes + 1),
    found: mode === 'paths' ? area(layout.recordsMax * layout.recordBytes + windowBytes + pageBytes) : 0,
    nodes: mode === 'tables' ? area(layout.nodesMax * layout.nodeBytes) : 0,
    texts: mode === 'tables' ? area(layout.textsBytes) : 0,
    chunks: mode === 'tables' ? area(layout.chunksMax * layout.chunkBytes) : 0,
    end,
  };
}

export type MachineOrder = {
  readonly mode: 'tokens' | 'paths' | 'tables';
  readonly checksNames: boolean;
  /** True for a document that was validated before: skipped arrays and objects are not checked. */
  readonly isTrusted: boolean;
  /** True when the order of members matters, so that the machine must compare their names. */
  readonly hasLabels: boolean;
};

const modes = { tokens: layout.modeTokens, paths: layout.modePaths, tables: layout.modeTables };

/** Makes a machine, or takes a kept one, and prepares it for one document. */
export function machineFor(
  limits: ScanLimits,
  { mode, checksNames, isTrusted, hasLabels }: MachineOrder,
  kind: MachineKind = kindHere(),
): Machine {
  const areas = areasOf(limits, mode, hasLabels);
  const pages = Math.ceil(areas.end / pageBytes);
  const kept = kind === 'wasm' ? takeKept(pages) : undefined;
  const made = kept ?? (kind === 'wasm' ? ofWasm(pages) : ofTwin(pages));
  const { words, many } = made;
  words.fill(0, 0, headBytes >> 2);
  const set = (address: number, word: number): void => {
    words[address >> 2] = word;
  };
  set(layout.orderMode, modes[mode]);
  set(layout.orderDepthMax, limits.depthMax);
  set(layout.orderTokenBytesMax, limits.tokenBytesMax);
  set(layout.orderChecksNames, Number(checksNames));
  set(layout.orderIsTrusted, Number(isTrusted));
  set(layout.orderSteps, areas.steps);
  set(layout.orderFrames, areas.frames);
  set(layout.orderNames, areas.names);
  set(layout.orderScratch, areas.scratch);
  set(layout.orderTokens, areas.tokens);
  set(layout.orderLabels, areas.labels);
  set(layout.orderFound, areas.found);
  set(layout.orderNodes, areas.nodes);
  set(layout.orderTexts, areas.texts);
  set(layout.orderTextsEnd, areas.texts + layout.textsBytes);
  set(layout.orderChunks, areas.chunks);
  set(layout.orderChunksEnd, areas.chunks + (layout.chunksMax - layout.chunksKept) * layout.chunkBytes);
  set(layout.stateQuiet, never);
  many.names = new ManyNames(limits.watchedNamesMax);
  return Object.assign(made, { window: areas.window, windowBytes: limits.windowBytes });
}

type Many = { names: ManyNames };
type Made = Functions & {
  readonly kind: MachineKind;
  readonly bytes: Uint8Array;
  readonly words: Int32Array;
  readonly many: Many;
  readonly pages: number;
};

/**
 * Machines that have read their document and can be used again. A new machine takes 0.1 ms and its own
 * memory.
 */
const kept: Made[] = [];
const keptMax = 4;
/**
 * The pages of memory, each of 64 KiB, of every machine that is kept for another document. A document that
 * needs more pages gets a machine of its own, which is not kept.
 */
const keptPagesMax = 64;

function takeKept(pages: number): Made | undefined {
  return pages > keptPagesMax ? undefined : kept.pop();
}

/** Keeps a machine for another document. The caller must not use it afterwards. */
export function giveBack(machine: Machine): void {
  const made = machine as Machine & Made;
  if (made.kind === 'wasm' && made.pages === keptPagesMax && kept.length < keptMax) kept.push(made);
}

let compiled: WebAssembly.Module | null | undefined;

/**
 * Compiles the WebAssembly module when the first document is read. Null when the process does not allow
 * WebAssembly or its SIMD instructions.
 */
function compiledModule(): WebAssembly.Module | null {
  if (compiled === undefined) compiled = compile();
  return compiled;
}

function compile(): WebAssembly.Module | null {
  if (typeof WebAssembly === 'undefined') return null;
  try {
    return new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  } catch (cause) {
    if (cause instanceof WebAssembly.CompileError) return null;
    throw cause;
  }
}

export const kindHere = (): MachineKind => (compiledModule() === null ? 'twin' : 'wasm');

function ofWasm(least: number): Made {
  const module = compiledModule();
  if (module === null) throw new Error('this Node process does not allow WebAssembly');
  const pages = Math.max(least, keptPagesMax);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const words = new Int32Array(memory.buffer);
  const many: Many = { names: new ManyNames(0) };
  const { exports } = new WebAssembly.Instance(module, {
    env: { memory },
    host: { many: (depth: number, low: number, high: number) => many.names.add(words, depth, low, high) },
  });
  const { scan, decode, longPath, namePath, passPath } = exports as Functions;
  const bytes = new Uint8Array(memory.buffer);
  return { kind: 'wasm', scan, decode, longPath, namePath, passPath, bytes, words, many, pages };
}

function ofTwin(pages: number): Made {
  const memory = new ArrayBuffer(pages * pageBytes);
  const words = new Int32Array(memory);
  const many: Many = { names: new ManyNames(0) };
  const ask = (depth: number, low: number, high: number) => many.names.add(words, depth, low, high);
  const use =
    <Given extends number[], Result>(call: (...given: Given) => Result) =>
    (...given: Given): Result => {
      useMemory(memory, ask);
      return call(...given);
    };
  return {
    kind: 'twin',
    scan: use(twin.scan),
    decode: use(twin.decode),
    longPath: use(twin.longPath),
    namePath: use(twin.namePath),
    passPath: use(twin.passPath),
    bytes: new Uint8Array(memory),
    words,
    many,
    pages,
  };
}
