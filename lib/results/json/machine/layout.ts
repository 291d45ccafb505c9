/**
 * Addresses in the memory of the JSON machine, the code that reads a document byte by byte. Numbers are 32
 * bits wide. `scan.ts` and the files that it imports are compiled to WebAssembly. Where WebAssembly is
 * forbidden, the same files run as TypeScript, so both use these addresses.
 */

// Addresses of the numbers that the JSON machine keeps from one call of `scan` to the next.
export const stateAt: i32 = 0;
export const stateNext: i32 = 4;
export const stateDepth: i32 = 8;
/** The depth from which on the machine reports no tokens, because the caller skips an array or object. */
export const stateQuiet: i32 = 12;
/**
 * 1 inside a string that is longer than the part of the document in memory, when the string's beginning is no
 * longer in memory.
 */
export const stateIsLong: i32 = 16;
export const stateHasBlanks: i32 = 20;
/**
 * The number of line feeds so far. Then the address behind the last line feed in memory; 0 without a line
 * feed.
 */
export const stateLines: i32 = 24;
export const stateLineStart: i32 = 28;
/** The address of the wrong byte inside the token that begins at `stateAt`. */
export const stateStop: i32 = 32;
export const stateRepeats: i32 = 36;
export const stateTop: i32 = 40;
export const stateTokens: i32 = 44;
/** Following a path: 1 when the value might be an error of strict mode. */
export const stateIsFailed: i32 = 48;
export const stateOpened: i32 = 52;
export const stateRecords: i32 = 56;
/**
 * Following a path: all bytes of found values so far. Then the bytes of found values that this call wrote to
 * the buffer.
 */
export const stateFound: i32 = 60;
export const stateFresh: i32 = 64;
/**
 * Following a path: the address up to which the outermost unfinished found value is already copied. Then the
 * number of found values whose end was not read yet.
 */
export const stateFrom: i32 = 68;
export const stateHeld: i32 = 72;
export const stateNamed: i32 = 76;
/**
 * Following a path: a found string that is longer than the window, the part of the document in memory. The
 * three numbers are its number plus 1, its start among the found bytes, and its rank.
 */
export const stateLongKept: i32 = 80;
export const stateLongFrom: i32 = 84;
export const stateLongRank: i32 = 88;
/**
 * The state inside an array or object whose content is not checked. The first number counts its open
 * brackets, and is 0 outside of it. The second is 1 inside a string. The third is 1 after an odd number of
 * backslashes.
 */
export const statePassing: i32 = 92;
export const statePassingString: i32 = 96;
export const statePassingEscape: i32 = 100;
/**
 * Tables: the depth of the open table, or 0. Then the node (path) of the member whose value comes next, and
 * the address at which the row starts.
 */
export const stateTable: i32 = 104;
export const stateNode: i32 = 108;
export const stateRowStart: i32 = 112;
/**
 * Tables: the ends of the used parts of three areas: of nodes, of names, and of chunks, the pieces in which
 * columns are stored.
 */
export const stateNodes: i32 = 116;
export const stateTexts: i32 = 120;
export const stateChunk: i32 = 124;
/**
 * Tables: the number of columns so far, the bytes of all columns in this group of rows, and the number of
 * objects so far.
 */
export const stateColumns: i32 = 212;
export const stateColumnBytes: i32 = 216;
export const stateObjects: i32 = 220;
/** Tables: 1 when the next value is that of a `$schema` in a row of a root array. */
export const stateIsSchema: i32 = 208;
/** Tables: 1 after the last row of a group. */
export const stateIsGroup: i32 = 272;
/**
 * Tables: the end of the last row, and a column with the positions of the rows. `columnRows` of this column
 * counts bytes.
 */
export const stateRowEnd: i32 = 276;
export const stateRows: i32 = 280;

// The settings of a scan, which the caller of `scan` writes once before the first call.
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
/** An address plus this number is the offset of the byte in the document. */
export const orderBase: i32 = 180;
/** The address of the names that check the order of members; 0 when their order does not matter. */
export const orderLabels: i32 = 184;
export const orderStepCount: i32 = 188;
/**
 * Two sets of steps of the path, with one bit for each step. The first has the steps that count from the end
 * of an array. The second has the steps to which strict mode applies.
 */
export const orderBackward: i32 = 192;
export const orderStrict: i32 = 196;
/**
 * The bit of a step to members at any depth, if the machine searches for its name instead of reading every
 * token. 0: it reads every token.
 */
export const orderSearched: i32 = 204;
/** Tables: the start and the end of the areas of nodes, of their names, and of chunks of columns. */
export const orderNodes: i32 = 224;
export const orderNodesEnd: i32 = 228;
export const orderTexts: i32 = 232;
export const orderTextsEnd: i32 = 236;
export const orderChunks: i32 = 240;
export const orderChunksEnd: i32 = 244;
/** Tables: the bounds of the index, at the offsets `boundRowMembers` to `boundGroupBytes`. */
export const orderBounds: i32 = 248;
/** 1 for a document that was validated before: the content of skipped arrays and objects is not checked. */
export const orderIsTrusted: i32 = 200;

/**
 * The output of a scan: tokens; the values of a path; or the columns of tables, and the tokens outside of
 * tables.
 */
export const modeTokens: i32 = 1;
export const modePaths: i32 = 2;
export const modeTables: i32 = 3;

// Offsets of the bounds of tables from `orderBounds` on. `limits.ts` of the index has their meaning.
export const boundRowMembers: i32 = 0;
export const boundColumns: i32 = 4;
export const boundLevels: i32 = 8;
export const boundCellBytes: i32 = 12;
export const boundGroupRows: i32 = 16;
export const boundGroupBytes: i32 = 20;

// The reasons why a call of `scan` returned.
export const resultEnd: i32 = 0;
export const resultFull: i32 = 1;
export const resultString: i32 = 2;
export const resultLong: i32 = 3;
export const resultNumber: i32 = 4;
export const resultWord: i32 = 5;
export const resultDeep: i32 = 6;
/**
 * A reason why `scan` returned: a step counts from the end of an array, but only a part of the array is in
 * memory.
 */
export const resultArray: i32 = 7;
/** A reason why `scan` returned: only a part of a name is in memory. */
export const resultName: i32 = 8;

// A reported token has three numbers: its kind and flags, the address of its start, and that of its end.
export const tokenBytes: i32 = 12;
export const tokensMax: i32 = 8192;
export const tokenObject: i32 = 16;
export const tokenArray: i32 = 32;
export const tokenClose: i32 = 64;
export const tokenName: i32 = 128;
export const tokenRepeated: i32 = 256;
/**
 * A token for the index: the machine writes it before every 512th row of a group. Its start is the end of the
 * earlier row. Its end is the number of bytes that the positions of all earlier rows take.
 */
export const tokenMark: i32 = 1024;
export const markRows: i32 = 512;
/**
 * A token with the value of a `$schema` in a row. It follows a `tokenRow`, which has the number of the row in
 * its group.
 */
export const tokenSchema: i32 = 2048;
export const tokenRow: i32 = 4096;
/** This bit of a token shows that the name or string has an escape, or may have one. */
export const tokenEscaped: i32 = 512;

// The members of a frame, which is the state of an open array or object. Each depth has one frame.
export const frameBytes: i32 = 48;
export const frameIsObject: i32 = 0;
export const frameNames: i32 = 4;
export const frameBits: i32 = 8;
export const frameStart: i32 = 12;
/** The index of the next element of an array; -1 in an object. */
export const frameElement: i32 = 16;
export const frameIsEntered: i32 = 20;
/** If the array or object is a found value of the path: the number of this value plus 1. Otherwise 0. */
export const frameKept: i32 = 24;
/** The number of elements of an array, if a step of the path counts from its end. */
export const frameCount: i32 = 28;
/** The number of values found before this array or object was opened. */
export const frameFound: i32 = 32;
export const frameNameCount: i32 = 36;
/**
 * If the array or object is a found value of the path: its start among the found bytes, and its rank (its
 * sort key).
 */
export const frameFrom: i32 = 40;
export const frameRank: i32 = 44;
// In a table the frame has other members. First the node (path) of the open array or object. Then the node of
// its elements, or of the member that probably comes next. Then the number of the object.
export const frameNode: i32 = 24;
export const frameItems: i32 = 8;
export const frameLikely: i32 = 12;
export const frameObject: i32 = 32;

// The members of a node. A node is a path of names and elements below the rows of a table.
export const nodeBytes: i32 = 104;
export const nodeKinds: i32 = 0;
export const nodeCount: i32 = 4;
export const nodeIsIncomplete: i32 = 8;
export const nodeIsDictionary: i32 = 12;
export const nodeFirst: i32 = 16;
export const nodeLast: i32 = 20;
export const nodeSibling: i32 = 24;
export const nodeMembers: i32 = 28;
/** The node of the elements of the arrays at this path, or 0. */
export const nodeItems: i32 = 32;
/**
 * The node whose rows or elements number the lines in the columns of this node: the node of the table's rows,
 * or of the elements of an array. Such a node refers to itself.
 */
export const nodeScope: i32 = 36;
/** In a node of rows or elements: the number of rows or elements in this group. */
export const nodeRows: i32 = 40;
/**
 * The address of the name in UTF-8 and its length, then the same for the name as the document writes it. Its
 * quotes are around the written name, and a colon follows.
 */
export const nodeName: i32 = 44;
export const nodeNameBytes: i32 = 48;
export const nodeWritten: i32 = 52;
export const nodeWrittenBytes: i32 = 56;
export const nodeLevel: i32 = 60;
/**
 * The number of the last object that has a value at this path. If it is the present object, its name is
 * repeated.
 */
export const nodeObject: i32 = 64;
/**
 * The column of the scalars at this path. A node of elements also has a column with the lengths of its
 * arrays.
 */
export const nodeValues: i32 = 68;
export const nodeLengths: i32 = 84;

// The members of a column: the number of lines so far in the group, the address of the next byte, the end
// of the current chunk, and the first chunk.
export const columnBytes: i32 = 16;
export const columnRows: i32 = 0;
export const columnAt: i32 = 4;
export const columnEnd: i32 = 8;
/**
 * The member for the first chunk: 0 for a column without a line, -1 for a column that is no longer written.
 */
export const columnFirst: i32 = 12;

/**
 * A chunk has the address of the next chunk of the column, then lines, then room for the bytes that a fast
 * copy writes too many.
 */
export const chunkBytes: i32 = 2048;
export const chunkHead: i32 = 4;
export const chunkSlack: i32 = 28;
/**
 * The most empty lines between two values of a column. A column with more empty lines is no longer written.
 */
export const gapMax: i32 = 65536;
/**
 * The sizes of three areas: nodes (one for the rows, the others for paths of a table), bytes of their names,
 * and chunks for lines.
 */
export const nodesMax: i32 = 1025;
export const textsBytes: i32 = 131072;
export const chunksMax: i32 = 768;
/**
 * Chunks that stay free at the end of the area, for the value that is written when the rest of the area is
 * full.
 */
export const chunksKept: i32 = 140;

/**
 * The most names of one open object that the machine remembers. The caller remembers further names
 * (`ManyNames`).
 */
export const namesInFrame: i32 = 16;
/** The most bytes of a name that the machine decodes when the name has escapes. */
export const scratchBytes: i32 = 16384;
/**
 * The bytes of a label: the length of a member's name and its first bytes. Each depth has two labels, because
 * the order of members is checked in pairs.
 */
export const labelBytes: i32 = 256;

// The members of a step of the path.
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
/** The end of a slice that goes to the end of the array. */
export const noEnd: i32 = 0x7fffffff;

export const ruleJsonPath: i32 = 0;
export const ruleLax: i32 = 1;
export const ruleStrict: i32 = 2;

/**
 * Bytes of the record of a found value: its number in the order of starts, its start and end among the found
 * bytes, and its rank.
 */
export const recordBytes: i32 = 16;
export const recordsMax: i32 = 4096;
