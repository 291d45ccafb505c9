import { ownSettings } from './connection.ts';

/**
 * The request for HTTP/2 to a target without TLS (RFC 7540 section 3.2). Downpour sends it for no resource
 * (`OPTIONS *`) when the connection opens. So no request of a user waits for the answer, and none is repeated
 * after a refusal.
 */
export function upgradeRequest(authority: string): string {
  const settings = Buffer.alloc(ownSettings.length * 6);
  for (const [index, [setting, value]] of ownSettings.entries()) {
    settings.writeUInt16BE(setting, index * 6);
    settings.writeUInt32BE(value, index * 6 + 2);
  }
  return [
    'OPTIONS * HTTP/1.1',
    `Host: ${authority}`,
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    `HTTP2-Settings: ${settings.toString('base64url')}`,
    '\r\n',
  ].join('\r\n');
}

/**
 * Reads the answer of the target to the upgrade request. If the target agrees, it speaks HTTP/2 afterwards.
 */
export class UpgradeAnswer {
  #bytes = Buffer.alloc(0);
  /** True when the target has agreed to the upgrade. Undefined while this is not known. */
  agreed: boolean | undefined;
  /** The first line of the answer, for the message when the target refuses the upgrade. Empty until then. */
  refusal = '';

  /**
   * Reads a part of the answer.
   * @returns the bytes after the answer.
   */
  read(bytes: Buffer): Buffer {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0 && this.#bytes.length <= answerBytesMax) return nothing;
    const head = this.#bytes.toString('latin1', 0, end < 0 ? answerBytesMax : end);
    this.agreed = /^HTTP\/1\.1 101 .*\r\nupgrade:[ \t]*h2c[ \t]*(\r\n|$)/is.test(head);
    this.refusal = JSON.stringify((head.split('\r\n')[0] ?? '').slice(0, 60));
    return this.agreed ? this.#bytes.subarray(end + 4) : nothing;
  }
}

const nothing = Buffer.alloc(0);
const answerBytesMax = 16 * 1024;
