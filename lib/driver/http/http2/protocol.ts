/** The types of frames in HTTP/2 (RFC 9113). */
export const frames = {
  data: 0,
  headers: 1,
  priority: 2,
  resetStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

export const flags = { acknowledges: 1, endsStream: 1, endsHeaders: 4, padded: 8, priority: 0x20 } as const;

export const settings = {
  tableBytes: 1,
  push: 2,
  streamsMax: 3,
  windowBytes: 4,
  frameBytesMax: 5,
  headBytesMax: 6,
} as const;

export const codes = {
  none: 0,
  protocol: 1,
  internal: 2,
  flowControl: 3,
  settingsTimeout: 4,
  streamClosed: 5,
  frameSize: 6,
  refusedStream: 7,
  cancel: 8,
  compression: 9,
  connect: 10,
  calm: 11,
  security: 12,
  needsHttp1: 13,
} as const;

const codeNames = [
  ...[
    'NO_ERROR',
    'PROTOCOL_ERROR',
    'INTERNAL_ERROR',
    'FLOW_CONTROL_ERROR',
    'SETTINGS_TIMEOUT',
    'STREAM_CLOSED',
  ],
  ...[
    'FRAME_SIZE_ERROR',
    'REFUSED_STREAM',
    'CANCEL',
    'COMPRESSION_ERROR',
    'CONNECT_ERROR',
    'ENHANCE_YOUR_CALM',
  ],
  ...['INADEQUATE_SECURITY', 'HTTP_1_1_REQUIRED'],
];

export const codeName = (code: number): string => codeNames[code] ?? `error ${code}`;

/** The bytes that a client sends first on a connection. */
export const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

export const frameHeadBytes = 9;
/** The window of an endpoint that has sent no other setting, in bytes. */
export const initialWindowBytes = 65_535;
export const initialFrameBytesMax = 16_384;
export const windowBytesMax = 0x7fff_ffff;
export const streamIdMax = 0x7fff_ffff;

/** The error of a target that breaks the rules of the connection. The connection is closed with `code`. */
export class ConnectionFault extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
