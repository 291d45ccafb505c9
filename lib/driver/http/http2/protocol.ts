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

/** Error codes of a connection or stream (RFC 9113, section 7), in the order of their numbers. */
export const codes = {
  NO_ERROR: 0,
  PROTOCOL_ERROR: 1,
  INTERNAL_ERROR: 2,
  FLOW_CONTROL_ERROR: 3,
  SETTINGS_TIMEOUT: 4,
  STREAM_CLOSED: 5,
  FRAME_SIZE_ERROR: 6,
  REFUSED_STREAM: 7,
  CANCEL: 8,
  COMPRESSION_ERROR: 9,
  CONNECT_ERROR: 10,
  ENHANCE_YOUR_CALM: 11,
  INADEQUATE_SECURITY: 12,
  HTTP_1_1_REQUIRED: 13,
} as const;

const codeNames = Object.keys(codes);

export const codeName = (code: number): string => codeNames[code] ?? `error ${code}`;

/** The next thing to try when a target cannot be used over HTTP/2. */
export const useHttp1 = '; to use HTTP/1.1 for this target, set allowHttp2 to false';

/** The next thing to try when a target reports `code`. A server may need HTTP/1.1 for NTLM logins. */
export const adviceOn = (code: number): string => (code === codes.HTTP_1_1_REQUIRED ? useHttp1 : '');

/** The bytes that a client sends first on a connection. */
export const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';

export const frameHeadBytes = 9;
/**
 * The flow-control window before any setting or update: the most bytes that one side may send without
 * permission for more.
 */
export const initialWindowBytes = 65_535;
export const initialFrameBytesMax = 16_384;
export const windowBytesMax = 0x7fff_ffff;
export const streamIdMax = 0x7fff_ffff;

/**
 * The error when a target breaks the rules of HTTP/2 for a connection. Downpour closes the connection with
 * the error code `code`.
 */
export class ConnectionFault extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
