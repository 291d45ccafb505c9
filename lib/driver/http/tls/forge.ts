import { pbkdf2Sync } from 'node:crypto';
import type { Forge } from 'node-forge';
import { stores } from './limits.ts';

let loaded: Promise<Forge> | undefined;

/**
 * Loads the library node-forge, which reads PKCS#12 stores, when the first such store is read. Its key
 * derivation (PBKDF2) is replaced, because it takes thirty times as long as that of Node.js and supports only
 * ASCII passwords. The number of hash rounds that a file requires is bounded, because the library has no such
 * limit.
 */
export function loadForge(): Promise<Forge> {
  loaded ??= import('node-forge').then(({ default: forge }) => {
    const { pbe, pkcs5, pkcs12 } = forge;
    const derive = pbe.generatePkcs12Key;
    pbe.generatePkcs12Key = (...parameters) => {
      checkRounds(parameters[3]);
      return derive(...parameters);
    };
    pkcs12.generateKey = pbe.generatePkcs12Key;
    pkcs5.pbkdf2 = (password, salt, rounds, length, md) => {
      checkRounds(rounds);
      const hash = md?.algorithm ?? 'sha1';
      return pbkdf2Sync(password, Buffer.from(salt, 'latin1'), rounds, length, hash).toString('latin1');
    };
    return forge;
  });
  return loaded;
}

function checkRounds(rounds: number): void {
  if (rounds > stores.keyRoundsMax)
    throw new Error(
      `unsupported number of rounds to derive the key: ${rounds}, at most ${stores.keyRoundsMax} are supported`,
    );
}
