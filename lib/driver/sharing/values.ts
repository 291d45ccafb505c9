import type { SetValue } from '../model/session.ts';
import type { StoredValue } from '../model/shared-state.ts';

/**
 * Copies a value when it enters or leaves the shared data, because a list could be changed afterwards. Bytes
 * never change, so they are not copied.
 */
export function copyOf(value: SetValue): SetValue {
  return Array.isArray(value) ? value.map((item) => (item === undefined ? undefined : copyOf(item))) : value;
}

/** The approximate size of a value in memory and in the store, in bytes. */
export function bytesOf(value: SetValue): number {
  if (typeof value === 'number') return 8;
  if (typeof value === 'string') return 2 * value.length;
  if (!Array.isArray(value)) return value.byteLength;
  return value.reduce((sum: number, item) => sum + 8 + (item === undefined ? 0 : bytesOf(item)), 0);
}

export function storedOf(value: SetValue): StoredValue {
  if (typeof value !== 'object') return value;
  if (!Array.isArray(value)) return { bytes: Buffer.from(value).toString('base64') };
  return { list: value.map((item) => (item === undefined ? null : storedOf(item))) };
}

export function restored(value: StoredValue): SetValue {
  if (typeof value !== 'object') return value;
  if ('bytes' in value) return Buffer.from(value.bytes, 'base64');
  return value.list.map((item) => (item === null ? undefined : restored(item)));
}
