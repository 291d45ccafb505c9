import { pbkdf2Sync } from 'node:crypto';
import type { Forge } from 'node-forge';
import { stores } from './limits.ts';

let loaded: Promise<Forge> | undefined;

/**
 * Loads the library that reads PKCS#12, for the first store. Downpour replaces its PBKDF2, which takes thirty
 * times as long as that of Node and supports only ASCII passwords. Downpour also limits the rounds that a
 * file asks for, because the library has no such limit.
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
