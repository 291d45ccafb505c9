import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import {
  harmlessNames,
  house,
  keepers,
  otherClients,
  type Room,
  socketModules,
  socketRooms,
  worldlyModules,
  worldlyUses,
} from './rooms.ts';
import type { Import, Source } from './sources.ts';

/** Every import or use that rooms.ts forbids, as `file:line what is wrong; what to do instead`. */
export function crossings(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const room = roomOf(source.file);
    if (room === undefined) return [`${source.file}:1 lies in no room; give it one in test/house/rooms.ts`];
    return [
      ...source.imports.flatMap((imported) =>
        report(source.file, imported.line, crossing(source.file, room, imported)),
      ),
      ...(room.pure ? worldly(source) : []),
      ...(otherClients.rooms(room) ? callsElsewhere(source) : []),
    ];
  });
}

/**
 * The room (a group of folders in rooms.ts) to which a file belongs. The longest matching beginning of the
 * path decides.
 */
function roomOf(file: string): Room | undefined {
  const places = house
    .flatMap((room) => room.at.map((at) => ({ room, at })))
    .filter(({ at }) => file.startsWith(at));
  return places.sort((a, b) => b.at.length - a.at.length)[0]?.room;
}

function crossing(file: string, room: Room, imported: Import): string | undefined {
  const { specifier, typeOnly, computed } = imported;
  if (computed) return crossingUnseen(file, room, specifier);
  if (specifier.startsWith('.')) return crossingBetweenRooms(file, room, specifier, typeOnly);
  const module = specifier.replace(/^node:/, '');
  if (builtinModules.includes(module) && room.browser)
    return `${room.name} runs in browsers and may not import ${specifier}; ${room.instead}`;
  if (builtinModules.includes(module))
    return room.pure ? crossingToWorld(file, room, module, imported) : undefined;
  return crossingToPackage(file, room, packageOf(specifier));
}

function crossingBetweenRooms(
  file: string,
  room: Room,
  specifier: string,
  typeOnly: boolean,
): string | undefined {
  const target = posix.join(posix.dirname(file), specifier);
  const there = roomOf(target);
  if (there === undefined)
    return target === 'package.json' ? undefined : `imports ${target}, which lies in no room`;
  if (there.name === room.name || room.imports.includes(there.name)) return undefined;
  if (!room.types?.includes(there.name))
    return `${room.name} may not import ${there.name} (${target}); ${room.instead}`;
  return typeOnly || room.values?.includes(target)
    ? undefined
    : `${room.name} may import types only from ${there.name} (${target}); ${room.instead}`;
}

function crossingToWorld(file: string, room: Room, module: string, { names }: Import): string | undefined {
  const top = module.split('/')[0] ?? module;
  if (!worldlyModules.includes(top)) return undefined;
  if (names?.every((name) => harmlessNames[module]?.includes(name))) return undefined;
  if (socketModules.includes(top) && socketRooms.some((at) => file.startsWith(at))) return undefined;
  return `${room.name} is pure and may not import node:${module}; ${room.instead}`;
}

/**
 * The code of a task's container. It imports the bundle of the function, which is next to its own bundle and
 * which the build makes.
 */
const containers = 'functions/driver/container/';

/**
 * Reports an import whose module is known only at run time, because no test can check it. Tests may have such
 * imports, and rooms whose task is to load such modules.
 */
function crossingUnseen(file: string, room: Room, expression: string): string | undefined {
  if (file.startsWith(containers)) return undefined;
  if (['local', 'bin', 'test', 'bench'].includes(room.name)) return undefined;
  return `imports ${expression}, which no test can check; import by a fixed name`;
}

function crossingToPackage(file: string, room: Room, name: string): string | undefined {
  const keeper = keepers.find(({ packages }) => packages.some((pattern) => matches(pattern, name)));
  if (keeper !== undefined && !keeper.only.some((at) => file.startsWith(at))) {
    return `only ${keeper.only.join(', ')} may import ${name}; ${keeper.instead}`;
  }
  if (room.packages.some((pattern) => matches(pattern, name))) return undefined;
  return `${room.name} may not import ${name}; ${room.instead}`;
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function matches(pattern: string, name: string): boolean {
  const [start, end] = pattern.split('*');
  return end === undefined ? pattern === name : name.startsWith(start ?? '') && name.endsWith(end);
}

function worldly(source: Source): string[] {
  return source.uses.flatMap(({ what, line }) => {
    const rule = worldlyUses.find(({ use }) => use.test(what));
    return report(source.file, line, rule && `a pure room may not use ${what}; ${rule.instead}`);
  });
}

/** Reports calls of servers that do not use lib/http-client. */
function callsElsewhere({ file, imports, uses }: Source): string[] {
  const used = uses.filter(({ what }) => otherClients.use.test(what));
  const imported = imports
    .filter(({ specifier }) => /^(node:)?https?$/.test(specifier))
    .flatMap(({ names = [], line }) => names.map((what) => ({ what, line })))
    .filter(({ what }) => (otherClients.names as readonly string[]).includes(what));
  return [...used, ...imported].map(
    ({ what, line }) => `${file}:${line} may not use ${what}; ${otherClients.instead}`,
  );
}

function report(file: string, line: number, complaint: string | undefined): string[] {
  return complaint === undefined ? [] : [`${file}:${line} ${complaint}`];
}
