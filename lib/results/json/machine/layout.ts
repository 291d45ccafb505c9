/**
 * The memory of the machine. Numbers are 32 bits wide. `scan.ts` and `paths.ts` are compiled to WebAssembly
 * and run as they are where WebAssembly is forbidden, so that both share these addresses.
 */

// The state between two calls: addresses of numbers.
export const stateAt: i32 = 0;
export const stateNext: i32 = 4;
export const stateDepth: i32 = 8;
/** Tokens from this depth on are not reported. */
export const stateQuiet: i32 = 12;
/** 1 inside a string whose beginning was dropped. */
export const stateIsLong: i32 = 16;
export const stateHasBlanks: i32 = 20;
/** Line feeds so far, and the address behind the last one of this window; 0 without one. */
export const stateLines: i32 = 24;
export const stateLineStart: i32 = 28;
/** The address of a mistake inside the token at `stateAt`. */
export const stateStop: i32 = 32;
export const stateRepeats: i32 = 36;
export const stateTop: i32 = 40;
export const stateTokens: i32 = 44;
/** Paths: 1 when strict mode has a possible error. */
export const stateIsFailed: i32 = 48;
export const stateOpened: i32 = 52;
export const stateRecords: i32 = 56;
/** Paths: bytes found in all, and bytes in the buffer of this call. */
export const stateFound: i32 = 60;
export const stateFresh: i32 = 64;
/** Paths: the address from which the outermost open value is not copied, and the number of open values. */
export const stateFrom: i32 = 68;
export const stateHeld: i32 = 72;
export const stateNamed: i32 = 76;
/** Paths: a long string that is kept, as in a frame. */
export const stateLongKept: i32 = 80;
export const stateLongFrom: i32 = 84;
export const stateLongRank: i32 = 88;
/** The open levels of an array or object that is passed over, or 0. Then 1 in a string, and after an odd
 * number of backslashes. */
export const statePassing: i32 = 92;
export const statePassingString: i32 = 96;
export const statePassingEscape: i32 = 100;
/** Tables: the depth of the open one, or 0; the node of the next member; the start of the row. */
export const stateTable: i32 = 104;
export const stateNode: i32 = 108;
export const stateRowStart: i32 = 112;
/** Tables: the node behind the last one, the byte behind the last name, and the next free chunk. */
export const stateNodes: i32 = 116;
export const stateTexts: i32 = 120;
export const stateChunk: i32 = 124;
/** Tables: the columns so far, the bytes of all columns in this group, and the objects so far. */
export const stateColumns: i32 = 212;
export const stateColumnBytes: i32 = 216;
export const stateObjects: i32 = 220;
/** Tables: 1 before the value of a `$schema` in a row of a root array. */
export const stateIsSchema: i32 = 208;
/** Tables: 1 behind the last row of a group. */
export const stateIsGroup: i32 = 272;
/** Tables: the end of the last row, and a column of the places of rows, whose lines are its bytes. */
export const stateRowEnd: i32 = 276;
export const stateRows: i32 = 280;

// The order, written once by the host.
export const orderMode: i32 = 128;
export const orderDepthMax: i32 = 132;
export const orderTokenBytesMax: i32 = 136;
export const orderFrames: i32 = 140;
export const orderNames: i32 = 144;
export const orderTokens: i32 = 148;
export const orderFound: i32 = 152;
export const orderScratch: i32 = 160;
export const orderChecksNames: i32 = 164;
export const orderRule: i32 = 168;
export const orderSteps: i32 = 172;
export const orderDeepAt: i32 = 176;
/** The offset in the document of an address is the sum of both. */
export const orderBase: i32 = 180;
/** 0 when the order of members does not matter. */
export const orderLabels: i32 = 184;
export const orderStepCount: i32 = 188;
/** The steps that count from the end of an array, and those to which strict mode applies, as bits. */
export const orderBackward: i32 = 192;
export const orderStrict: i32 = 196;
/** The bit of a deep step whose name is searched for instead of reading all tokens, or 0. */
export const orderSearched: i32 = 204;
/** Tables: the areas of nodes, of their names and of chunks, and their ends. */
export const orderNodes: i32 = 224;
export const orderNodesEnd: i32 = 228;
export const orderTexts: i32 = 232;
export const orderTextsEnd: i32 = 236;
export const orderChunks: i32 = 240;
export const orderChunksEnd: i32 = 244;
/** Tables: the bounds of the index, in the order of `boundsMembers` and so on. */
export const orderBounds: i32 = 248;
/** 1 for a document that was validated before: the inside of skipped arrays and objects is not checked. */
export const orderIsTrusted: i32 = 200;

/** A scan reports tokens, or the values of a path, or the tokens around tables and the columns of tables. */
export const modeTokens: i32 = 1;
export const modePaths: i32 = 2;
export const modeTables: i32 = 3;

// Bounds of tables, from `orderBounds` on: see the limits of an index.
export const boundRowMembers: i32 = 0;
export const boundColumns: i32 = 4;
export const boundLevels: i32 = 8;
export const boundCellBytes: i32 = 12;
export const boundGroupRows: i32 = 16;
export const boundGroupBytes: i32 = 20;

// Results of a call.
export const resultEnd: i32 = 0;
export const resultFull: i32 = 1;
export const resultString: i32 = 2;
export const resultLong: i32 = 3;
export const resultNumber: i32 = 4;
export const resultWord: i32 = 5;
export const resultDeep: i32 = 6;
/** The number of elements of an array is needed, and the window has only a part of it. */
export const resultArray: i32 = 7;
/** The window has only a part of a name. */
export const resultName: i32 = 8;

// A token: what it is, its start and its end.
export const tokenBytes: i32 = 12;
export const tokensMax: i32 = 8192;
export const tokenObject: i32 = 16;
export const tokenArray: i32 = 32;
export const tokenClose: i32 = 64;
export const tokenName: i32 = 128;
export const tokenRepeated: i32 = 256;
/** Every 512th row of a group: the end of the row before it, and the bytes of the places of earlier rows. */
export const tokenMark: i32 = 1024;
export const markRows: i32 = 512;
/** The value of a `$schema` in a row, and before it the number of the row in its group. */
export const tokenSchema: i32 = 2048;
export const tokenRow: i32 = 4096;
/** The bit of a name or string that has an escape, or may have one. */
export const tokenEscaped: i32 = 512;

// A frame: an open array or object.
export const frameBytes: i32 = 48;
export const frameIsObject: i32 = 0;
export const frameNames: i32 = 4;
export const frameBits: i32 = 8;
export const frameStart: i32 = 12;
/** The index of its next element; -1 in an object. */
export const frameElement: i32 = 16;
export const frameIsEntered: i32 = 20;
/** 1 more than the number of the value if it is kept. */
export const frameKept: i32 = 24;
/** Elements of an array, if a step counts from its end. */
export const frameCount: i32 = 28;
/** The number of values found before this array or object was opened. */
export const frameFound: i32 = 32;
export const frameNameCount: i32 = 36;
/** Where it starts in what was found, and its rank, if it is kept. */
export const frameFrom: i32 = 40;
export const frameRank: i32 = 44;
// The same frame in a table: the node of the open array or object; the nodes of its elements, or the member
// that is likely to come next; and the number of the object.
export const frameNode: i32 = 24;
export const frameItems: i32 = 8;
export const frameLikely: i32 = 12;
export const frameObject: i32 = 32;

// A node: a path of names and elements below the rows of a table.
export const nodeBytes: i32 = 104;
export const nodeKinds: i32 = 0;
export const nodeCount: i32 = 4;
export const nodeIsIncomplete: i32 = 8;
export const nodeIsDictionary: i32 = 12;
export const nodeFirst: i32 = 16;
export const nodeLast: i32 = 20;
export const nodeSibling: i32 = 24;
export const nodeMembers: i32 = 28;
/** The node of the elements of an array, or 0. */
export const nodeItems: i32 = 32;
/** The node whose values are numbered in the columns of this one: the rows, or the elements of an array. */
export const nodeScope: i32 = 36;
/** The values of such a node in this group. */
export const nodeRows: i32 = 40;
/** The name in UTF-8, and as it is written. */
export const nodeName: i32 = 44;
export const nodeNameBytes: i32 = 48;
export const nodeWritten: i32 = 52;
export const nodeWrittenBytes: i32 = 56;
export const nodeLevel: i32 = 60;
/** The last object with a value at this path. */
export const nodeObject: i32 = 64;
/** The column of the scalars. The elements of arrays also have a column with the lengths of these arrays. */
export const nodeValues: i32 = 68;
export const nodeLengths: i32 = 84;

// A column: its lines so far in the group, where the next byte goes, the end of its chunk, its first chunk.
export const columnBytes: i32 = 16;
export const columnRows: i32 = 0;
export const columnAt: i32 = 4;
export const columnEnd: i32 = 8;
/** 0 for a column that was not begun, -1 after the column was given up. */
export const columnFirst: i32 = 12;

/** A chunk of a column: the next chunk, some lines, and bytes that a copy may write in addition. */
export const chunkBytes: i32 = 2048;
export const chunkHead: i32 = 4;
export const chunkSlack: i32 = 28;
/** Empty lines in front of a cell. A column with more gaps is given up. */
export const gapMax: i32 = 65536;
/** Nodes with that of the rows, bytes of their names, and chunks for the lines of one window. */
export const nodesMax: i32 = 1025;
export const textsBytes: i32 = 131072;
export const chunksMax: i32 = 768;
/** Chunks that one value may take. */
export const chunksKept: i32 = 140;

/** Names of an object in memory. The host keeps further names. */
export const namesInFrame: i32 = 16;
/** Bytes of the longest name with escapes that is decoded. */
export const scratchBytes: i32 = 16384;
/** A label is the length of a name and its first bytes. Each depth has two. */
export const labelBytes: i32 = 256;

// A step.
export const stepBytes: i32 = 32;
export const stepKind: i32 = 0;
export const stepName: i32 = 4;
export const stepNameBytes: i32 = 8;
export const stepStart: i32 = 12;
export const stepEnd: i32 = 16;
export const stepIsDeep: i32 = 20;
export const stepMember: i32 = 1;
export const stepWildcard: i32 = 2;
export const stepSlice: i32 = 3;
/** The end of a slice without an end. */
export const noEnd: i32 = 0x7fffffff;

export const ruleJsonPath: i32 = 0;
export const ruleLax: i32 = 1;
export const ruleStrict: i32 = 2;

/** A value that was found: its number in the order of starts, its start and end among the bytes, its rank. */
export const recordBytes: i32 = 16;
export const recordsMax: i32 = 4096;
