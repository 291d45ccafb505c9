/** Bytes that have a meaning in the syntax of HTTP/1.1. */
export const tab = 0x09;
export const lf = 0x0a;
export const cr = 0x0d;
export const space = 0x20;
export const zero = 0x30;
export const nine = 0x39;
export const colon = 0x3a;
export const semicolon = 0x3b;

/** 1 for each byte that a field name may contain: the tchar of RFC 9110 section 5.6.2. */
export const tokenByte = tableOf(/[!#$%&'*+.^_`|~0-9A-Za-z-]/);

/**
 * 1 for each byte that a field value may contain: visible ASCII, space, tab, and bytes above ASCII (RFC 9110
 * section 5.5).
 */
export const valueByte = tableOf(/[\t\x20-\x7e\x80-\xff]/);

export const isBlank = (byte: number | undefined): boolean => byte === space || byte === tab;

/** True when the bytes at an offset spell `name`, in upper or lower case. `name` is in lower case. */
export function isAt(bytes: Uint8Array, at: number, name: string): boolean {
  for (let index = 0; index < name.length; index += 1) {
    const byte = bytes[at + index]!;
    const lower = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
    if (lower !== name.charCodeAt(index)) return false;
  }
  return true;
}

function tableOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => Number(pattern.test(String.fromCharCode(byte))));
}
