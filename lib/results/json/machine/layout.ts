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

// The order, written once by the host.
export const orderMode: i32 = 128;
export const orderDepthMax: i32 = 132;
export const orderTokenBytesMax: i32 = 136;
export const orderFrames: i32 = 140;
export const orderNames: i32 = 144;
export const orderTokens: i32 = 148;
export const orderFound: i32 = 152;
export const orderWindow: i32 = 156;
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
/** The depth from which the inside of arrays is not reported. */
export const orderSkipped: i32 = 208;
/** 1 for a document that was validated before: the inside of skipped arrays and objects is not checked. */
export const orderIsTrusted: i32 = 200;

/** A scan reports tokens, or the values of a path. */
export const modeTokens: i32 = 1;
export const modePaths: i32 = 2;

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
/** Values found before it was opened. */
export const frameFound: i32 = 32;
export const frameNameCount: i32 = 36;
/** Where it starts in what was found, and its rank, if it is kept. */
export const frameFrom: i32 = 40;
export const frameRank: i32 = 44;

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
