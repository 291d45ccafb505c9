/** Packets of NTP version 4 in client mode (RFC 5905 section 7.3). */

const packetBytes = 48;
const version = 4;
const client = 3;
const server = 4;
/** The leap indicator in answers of a server whose own clock is not set. */
const unsynchronised = 3;
const stratumMax = 15;

/**
 * Makes the packet of a request.
 * @param cookie eight unpredictable bytes in place of the time of the request. A server returns them unread.
 */
export function question(cookie: Buffer): Buffer {
  const packet = Buffer.alloc(packetBytes);
  packet[0] = (version << 3) | client;
  cookie.copy(packet, 40, 0, 8);
  return packet;
}

/**
 * The answer of a time server. Its times are epoch milliseconds with fractions, by the clock of the server.
 */
export type Answer = {
  readonly receivedAt: number;
  readonly answeredAt: number;
  /** The largest error of the server's clock, as the server reports it. */
  readonly boundMs: number;
};

/**
 * Parses an answer. Undefined for a packet that does not answer this request, and for a server that does not
 * know the time.
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

/**
 * Units of NTP's short format in a millisecond. The format has 16 bits for whole and 16 for fractional
 * seconds.
 */
const shortUnitsPerMs = 2 ** 16 / 1000;

/** The seconds from 1900, the origin of NTP, to 1970. */
const epochSeconds = 2_208_988_800;
const eraSeconds = 2 ** 32;

function epochMs(packet: Buffer, at: number): number {
  const seconds = packet.readUInt32BE(at);
  const fraction = packet.readUInt32BE(at + 4) / 2 ** 32;
  // NTP counts seconds in 32 bits, which restart at 0 in February 2036. Seconds that would be before 1968
  // therefore belong to this second era.
  const era = seconds < eraSeconds / 2 ? eraSeconds : 0;
  return (seconds + era - epochSeconds + fraction) * 1000;
}
