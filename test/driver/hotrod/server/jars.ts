import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { project } from '../../../../lib/project.ts';

const pom = join(import.meta.dirname, 'pom.xml');

/**
 * The class path of the server, whose jars Maven keeps in the home folder. What it found is noted, so that only the first
 * call waits for it. Run by itself, this file fetches them.
 */
export function serverJars(): string {
  const hash = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 16);
  const folder = join(project, 'dist', 'test');
  const note = join(folder, `hotrod-${hash}.classpath`);
  const noted = existsSync(note) ? readFileSync(note, 'utf8') : '';
  if (noted !== '' && noted.split(delimiter).every((jar) => existsSync(jar))) return noted;
  mkdirSync(folder, { recursive: true });
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:build-classpath';
  execFileSync('mvn', ['-q', '-B', '-f', pom, goal, `-Dmdep.outputFile=${note}`], { stdio: 'inherit' });
  return readFileSync(note, 'utf8');
}

if (import.meta.main) serverJars();
