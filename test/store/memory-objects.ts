import type { S3Client } from '@aws-sdk/client-s3';
import type { Calls } from '../../bench/burst-simulation/aws/calls.ts';
import { Meters } from '../../bench/burst-simulation/aws/meters.ts';
import { Objects } from '../../bench/burst-simulation/aws/s3.ts';
import { Random } from '../../bench/burst-simulation/time/random.ts';
import { World } from '../../bench/burst-simulation/time/world.ts';

/**
 * S3 as the simulation of bursts replaces it, but without latency, limits and failures. It has one bucket.
 */
export type MemoryObjects = {
  readonly send: S3Client['send'];
  /** The objects by their keys. */
  readonly stored: Objects['stored'];
};

export function openMemoryObjects(): MemoryObjects {
  const calls = { call: async (_service: unknown, _name: string, effect: () => unknown) => effect() };
  const given = { latency: 0, failures: 0, quota: 1e9, mood: { chaos: 0 } };
  const objects = new Objects(
    new World(0),
    new Random(1),
    calls as Calls,
    new Meters(),
    given,
    async () => undefined,
  );
  type Command = { readonly constructor: { readonly name: string }; readonly input: never };
  const send = ({ constructor: { name }, input }: Command) =>
    objects.send(name.replace(/Command$/, ''), input);
  return { send: send as unknown as S3Client['send'], stored: objects.stored };
}
