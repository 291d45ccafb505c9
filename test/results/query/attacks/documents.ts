/** The documents that the attacks query, as JSON texts. */
export const documents = {
  small: () =>
    `{"results":[{"x":1,"y":"a"},{"x":2,"y":"b"}],"s":"${'a'.repeat(200)}!","a":${nested('{"a":', '1', '}', 25)},` +
    `"b":[[1,2],[3,4]],"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2},"name":"own"},` +
    `"toString":"own","n":9007199254740993,"e":1.50}`,
  /** 200 levels, deeper than real documents. */
  deep: () => nested('{"a":[', '1', ']}', 100),
  /** 40,000 levels. No upload is that deep. */
  abyss: () => nested('{"a":[', '1', ']}', 20_000),
  /** A list of 20,000 elements. */
  wide: () => `{"list":[${rows(20_000)}]}`,
  /** A list of 2,000 elements and its copy. */
  pair: () => `{"list":[${rows(2000)}],"copy":[${rows(2000)}]}`,
  /** Long texts: 400 KB. The attacks try to make an evaluation take quadratic time. */
  text: () =>
    `{"s":"${'a'.repeat(100_000)}!","ab":"${'ab'.repeat(100_000)}","sought":"${'a'.repeat(50_000)}b${'a'.repeat(50_000)}",` +
    `"aaa":"${'a'.repeat(200_000)}","mixed":"${mixed(50_000)}"}`,
  /** Numbers that a double cannot represent. */
  numbers: () =>
    `[1e400,-1e400,1e-400,${'9'.repeat(1000)},-0,1.50,9007199254740993,0.${'0'.repeat(300)}1,1e131000,1e16000,1e1000000000]`,
  /** Names with a meaning in JavaScript, V8 or Downpour, and half a surrogate pair. */
  names: () =>
    '{"__proto__":{"x":1},"constructor":2,"hasOwnProperty":3,"toJSON":4,"":5,"\\u007fn1":6,"\\u007ft0":7,"0":8,' +
    '"4294967295":9,"\\\\":10,"\\"":11,"\\ud800":12,"😀":13,"length":14,"then":15,"valueOf":16,"é":17,"e\\u0301":18,' +
    '"half":"\\ud800","pair":"😀","marks":["\\u007fn1","\\u007ft","\\u007f"],"list":[{"__proto__":{"x":1}},{"x":2}]}',
} as const;

export type DocumentName = keyof typeof documents;

const nested = (open: string, core: string, close: string, depth: number): string =>
  `${open.repeat(depth)}${core}${close.repeat(depth)}`;

const rows = (count: number): string =>
  Array.from({ length: count }, (_, at) => `{"i":${at},"v":${at % 7}.50,"t":"row ${at}"}`).join(',');

/** A text of letters in no order. Each call returns the same text. */
function mixed(length: number): string {
  let state = 7;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state > 2 ** 30 ? 'a' : 'b';
  }).join('');
}
