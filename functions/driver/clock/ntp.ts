/** The packets of NTP version 4, client mode: RFC 5905 section 7.3. */

const packetBytes = 48;
const version = 4;
const client = 3;
const server = 4;
/** The leap indicator of a server whose own clock is not set. */
const unsynchronised = 3;
const stratumMax = 15;

/**
 * @param cookie eight unpredictable bytes in place of the instant of the question. A server returns them
 *   unread.
 */
export function question(cookie: Buffer): Buffer {
  const packet = Buffer.alloc(packetBytes);
  packet[0] = (version << 3) | client;
  cookie.copy(packet, 40, 0, 8);
  return packet;
}

/** Epoch milliseconds with fractions, by the clock of the server. */
export type Answer = {
  readonly receivedAt: number;
  readonly answeredAt: number;
  /** The largest error of the server's clock, as the server reports it. */
  readonly boundMs: number;
};

/**
 * Undefined for a packet that does not answer this question, and for a server that does not know the time.
 */
export function parseAnswer(cookie: Buffer, packet: Buffer): Answer | undefined {
  if (packet.length < packetBytes || !packet.subarray(24, 32).equals(cookie)) return undefined;
  const first = packet.readUInt8(0);
  const stratum = packet.readUInt8(1);
  if ((first & 7) !== server || first >> 6 === unsynchronised || stratum === 0 || stratum > stratumMax)
    return undefined;
  const rootDelayMs = packet.readUInt32BE(4) / shortUnitsPerMs;
  const rootDispersionMs = packet.readUInt32BE(8) / shortUnitsPerMs;
  return {
    receivedAt: epochMs(packet, 32),
    answeredAt: epochMs(packet, 40),
    boundMs: rootDelayMs / 2 + rootDispersionMs,
  };
}

/** The short format has whole and fractional seconds in 16 bits each. */
const shortUnitsPerMs = 2 ** 16 / 1000;

/** Seconds from 1900, the origin of the protocol, to 1970, and the seconds of one era of the protocol. */
const epochSeconds = 2_208_988_800;
const eraSeconds = 2 ** 32;

function epochMs(packet: Buffer, at: number): number {
  const seconds = packet.readUInt32BE(at);
  const fraction = packet.readUInt32BE(at + 4) / 2 ** 32;
  // A second era begins in February 2036, when the seconds restart at 0. Seconds from before 1968 belong to
  // it.
  const era = seconds < eraSeconds / 2 ? eraSeconds : 0;
  return (seconds + era - epochSeconds + fraction) * 1000;
}
