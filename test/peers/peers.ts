import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../lib/project.ts';
import { checkovFolder, pythonFolder } from './python/python.ts';

/** A program that must be installed for the tests with a peer. */
export type Need = { readonly name: string; readonly isThere: () => boolean };

/**
 * A peer: software that Downpour is tested against or together with. Its tests are in the folder of the same
 * name.
 */
export type Peer = {
  readonly name: string;
  /** The property that the tests of this peer check, in a few words. */
  readonly holds: string;
  readonly needs: readonly Need[];
  /**
   * Commands that download packages for the tests from registries. They run before the tests, in the root of
   * the project.
   */
  readonly prepare: readonly (readonly string[])[];
  readonly install: { readonly debian: string; readonly fedora: string; readonly mac: string };
};

const node = process.execPath;
const pythonTests = 'test/peers/python';
const runtimeClient = 'test/peers/lambda/client';
const runtimes = 'test/peers/javascript/runtimes';

// uv installs packages in a tenth of the time that pip takes.
const uv = join(pythonFolder, 'bin', 'uv');
const installInto = (folder: string, ...packages: readonly string[]): readonly string[] => [
  ...[uv, 'pip', 'install', '--quiet', '--python', join(folder, 'bin', 'python'), ...packages],
];
const preparePython: Peer['prepare'] = [
  ['python3', '-m', 'venv', pythonFolder],
  [
    join(pythonFolder, 'bin', 'python'),
    ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-compile', 'uv==0.13.9'],
  ],
  installInto(pythonFolder, '--requirement', `${pythonTests}/requirements.txt`),
  // Python packages whose declared dependencies are wrong for these tests: they pin other versions, or name
  // packages that the tests do not need.
  installInto(pythonFolder, '--no-deps', '--requirement', `${pythonTests}/requirements-alone.txt`),
];

/** All peers, in the order in which they are listed and run. */
export const peers: readonly Peer[] = [
  {
    name: 'chromium',
    holds: 'the report page in a browser: layout, accessibility, no request',
    needs: [{ name: 'chromium', isThere: () => existsSync('/usr/bin/chromium') }],
    prepare: [],
    install: { debian: 'chromium', fedora: 'chromium', mac: 'chromium' },
  },
  {
    name: 'docker',
    holds: 'the image of the Dockerfile is built and runs',
    needs: [
      {
        name: 'docker or podman, with a running engine',
        isThere: () => runs('docker', 'info') || runs('podman', 'info'),
      },
    ],
    prepare: [],
    install: { debian: 'podman', fedora: 'podman', mac: 'podman' },
  },
  {
    name: 'go',
    holds: 'the libraries of the published client for Go, the client for Go, and the board for Grafana',
    needs: [command('go', 'version'), command('openssl', 'version')],
    prepare: [
      ['go', 'vet', '-C', 'test/peers/go', '.'],
      ['go', 'build', '-C', 'test/peers/go', '-buildvcs=false', '-o', '/dev/null', '.'],
      ['go', 'vet', '-C', 'clients/go', './...'],
      ['go', 'vet', '-C', 'test/peers/go/client', '.'],
      ['go', 'vet', '-C', 'test/peers/go/board', '.'],
      ['go', 'build', '-C', 'test/peers/go/client', '-o', '/dev/null', 'honnef.co/go/tools/cmd/staticcheck'],
    ],
    install: { debian: 'golang-go openssl', fedora: 'golang openssl', mac: 'go openssl' },
  },
  {
    name: 'java',
    holds: 'caches of Infinispan over Hot Rod, and Elasticsearch as a datastore',
    needs: [command('javac', '-version'), command('mvn', '--version')],
    prepare: [[node, 'test/peers/java/jars.ts']],
    install: {
      debian: 'default-jdk-headless maven',
      fedora: 'java-21-openjdk-devel maven',
      mac: 'openjdk maven',
    },
  },
  {
    name: 'javascript',
    holds: 'the client for TypeScript in Node, Deno and Bun, and the compiler AssemblyScript',
    needs: [],
    prepare: [runtimes, 'bin/generate/assemblyscript'].map((folder) => [
      ...['npm', 'ci', '--prefix', folder, '--ignore-scripts=false'],
    ]),
    install: { debian: '', fedora: '', mac: '' },
  },
  {
    name: 'lambda',
    holds: "every bundle under Lambda's own runtime client, which is compiled, with moto as AWS",
    needs: [
      ...['autoconf', 'automake', 'cmake', 'make', 'g++'].map((name) => command(name, '--version')),
      { name: 'libtool', isThere: () => runs('libtoolize', '--version') || runs('glibtoolize', '--version') },
      ...pythonNeeds(),
    ],
    prepare: [
      ...preparePython,
      // C and C++ without optimisation compile in a fifth less time.
      [
        ...['env', 'CFLAGS=-O0', 'CXXFLAGS=-O0'],
        'npm',
        'ci',
        '--prefix',
        runtimeClient,
        '--ignore-scripts=false',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ],
    ],
    install: {
      debian: 'autoconf automake cmake g++ libtool make python3-venv',
      fedora: 'autoconf automake cmake gcc-c++ libtool make python3',
      mac: 'autoconf automake cmake libtool python',
    },
  },
  {
    name: 'nginx',
    holds: 'the server of nginx on the page about a server for a team, with serve behind it',
    needs: [command('nginx', '-v'), command('openssl', 'version')],
    prepare: [],
    install: { debian: 'nginx openssl', fedora: 'nginx openssl', mac: 'nginx openssl' },
  },
  {
    name: 'openssl',
    holds: 'client certificates that OpenSSL refuses, and serve with a certificate made as its hint says',
    needs: [command('openssl', 'version')],
    prepare: [],
    install: { debian: 'openssl', fedora: 'openssl', mac: 'openssl' },
  },
  {
    name: 'postgres',
    holds: 'random SQL/JSON paths answer as PostgreSQL 15 answers them',
    needs: [
      {
        name: 'initdb of PostgreSQL',
        isThere: () => globSync('/usr/lib/postgresql/*/bin/initdb').length > 0,
      },
    ],
    prepare: [],
    install: { debian: 'postgresql', fedora: 'postgresql-server', mac: 'postgresql@15' },
  },
  {
    name: 'prometheus',
    holds: 'promtool accepts what `export --format prometheus` writes',
    needs: [command('promtool', '--version')],
    prepare: [],
    install: { debian: 'prometheus', fedora: 'golang-github-prometheus', mac: 'prometheus' },
  },
  {
    name: 'python',
    holds:
      "this project's and the published client for Python, moto and MiniStack as AWS, linters of stacks, and schemathesis",
    needs: pythonNeeds(),
    prepare: [
      ...preparePython,
      [uv, 'venv', '--quiet', '--clear', checkovFolder],
      installInto(checkovFolder, 'checkov==3.3.30'),
    ],
    install: { debian: 'python3-venv', fedora: 'python3', mac: 'python' },
  },
  {
    name: 'shell',
    holds:
      'the commands of the documentation with the real curl and jq, completion in three shells, questions at a terminal, and jobs for GitLab',
    needs: ['curl', 'jq', 'bash', 'zsh', 'fish', 'rsync', 'script'].map((name) => command(name, '--version')),
    prepare: [],
    install: {
      debian: 'curl jq bash zsh fish rsync bsdutils',
      fedora: 'curl jq bash zsh fish rsync util-linux-script',
      mac: 'curl jq bash fish rsync util-linux',
    },
  },
];

export type Found = Peer & { readonly missing: readonly string[]; readonly files: readonly string[] };

/** Each peer with its test files, and with the programs that this machine lacks for it. */
export function findPeers(): readonly Found[] {
  return peers.map((peer) => ({
    ...peer,
    missing: peer.needs.filter(({ isThere }) => !isThere()).map(({ name }) => name),
    files: globSync(`test/peers/${peer.name}/**/*.test.ts`, { cwd: project }).toSorted(),
  }));
}

function command(name: string, asks: string): Need {
  return { name, isThere: () => runs(name, asks) };
}

function pythonNeeds(): readonly Need[] {
  return [{ name: 'python3 with venv', isThere: () => runs('python3', '-c', 'import ensurepip, venv') }];
}

const runs = (name: string, ...args: readonly string[]): boolean => spawnSync(name, args).status === 0;
