import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { project } from '../../../lib/project.ts';

/**
 * The class path for the `pom.xml` of a folder. Maven stores the jars in the home folder. The result is
 * stored too, so that only the first call waits for Maven. When you run this file itself, it fetches the jars
 * of all folders.
 */
export function jarsOf(folder: string): string {
  const pom = join(folder, 'pom.xml');
  const hash = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 16);
  const notes = join(project, 'dist', 'test');
  const note = join(notes, `${basename(folder)}-${hash}.classpath`);
  const noted = existsSync(note) ? readFileSync(note, 'utf8') : '';
  if (noted !== '' && noted.split(delimiter).every((jar) => existsSync(jar))) return noted;
  mkdirSync(notes, { recursive: true });
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:build-classpath';
  execFileSync('mvn', ['-q', '-B', '-Dstyle.color=never', '-f', pom, goal, `-Dmdep.outputFile=${note}`], {
    stdio: 'inherit',
  });
  return readFileSync(note, 'utf8');
}

if (import.meta.main)
  for (const pom of globSync(join(project, 'test', '**', 'pom.xml'))) jarsOf(dirname(pom));
