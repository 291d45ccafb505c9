import { inOrder } from '../document/format.ts';
import type { Parameters } from '../document/parameter.ts';
import { pathTo, pointerTo } from '../document/path.ts';
import { type Finding, Findings, type Problem } from '../document/problem.ts';
import { type Reading, readDocument } from '../document/read.ts';
import { checkSchema } from '../document/schema.ts';
import type { ScenarioDefinition } from '../scenario/definition.ts';
import { parseAgents } from './agents.ts';
import { parseErgonomics } from './ergonomics.ts';
import { refuseNotBuilt } from './not-built.ts';
import { parsePhases } from './phases.ts';
import { type Checking, SoundDocument } from './sound.ts';
import { parseTargets } from './targets.ts';

/**
 * Reads a benchmark document (YAML or JSON) and reports everything wrong with it at once, in the order of the text:
 * syntax, schema violations, and the rules that a schema cannot say (reference section 13), on all parts that are
 * whole enough to judge. `benchmark` is there exactly when no problem is an error. Never throws for a wrong document.
 */
export function parseBenchmark(
  text: string,
  { parameters = {} }: { readonly file?: string; readonly parameters?: Parameters } = {},
): ParsedBenchmark {
  const reading = readDocument(text, parameters);
  if (reading.value === undefined) return { problems: inOrder(reading.findings) };
  const violations = checkSchema(reading.value, reading.writtenAt).filter(({ path }) =>
    isRead(path, reading),
  );
  const findings = new Findings();
  const unread = [...reading.unread].map((pointer) => pathTo(pointer, reading.value));
  const document = new SoundDocument(
    reading.value,
    violations.map(({ path }) => path),
    unread,
  );
  const benchmark = isMapping(reading.value) ? parseParts({ document, findings }) : undefined;
  const placed = [...violations, ...findings.list].map((finding) => ({
    ...finding,
    ...reading.locate(finding.path),
  }));
  const problems = inOrder([...reading.findings, ...placed]);
  return problems.some(({ severity }) => severity === 'error') ? { problems } : { benchmark, problems };
}

export type ParsedBenchmark = { readonly benchmark?: Benchmark; readonly problems: readonly Problem[] };

/** Nothing more is said about a part that could not be read. */
const isRead = (path: Finding['path'], { unread }: Reading): boolean =>
  !path.some((_, index) => unread.has(pointerTo(path.slice(0, index + 1))));

const isMapping = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseParts(checking: Checking): Benchmark {
  const { document } = checking;
  refuseNotBuilt('document', [], checking);
  const threads = document.read<number>(['threads']) ?? 1;
  const ergonomics = parseErgonomics(checking);
  const { targets, complete } = parseTargets(checking);
  return {
    name: document.read<string>(['name']) ?? '',
    targets,
    ergonomics,
    phases: parsePhases({ ...checking, ergonomics, targets, targetsComplete: complete }),
    failurePolicy: document.read<Benchmark['failurePolicy']>(['failurePolicy']) ?? 'CANCEL',
    agents: parseAgents(threads, checking),
    threads,
  };
}

/**
 * A benchmark as the rest of the driver sees it: complete, readonly, JSON-serialisable, trusted.
 * Shapes: seed part (A); defaults: seed tables and reference sections 3 to 5.
 */
export type Benchmark = {
  readonly name: string;
  readonly targets: readonly Target[];
  readonly ergonomics: Ergonomics;
  /** Run-time phases in document order; forks are already unrolled into `phase/fork` plus a covering noop `phase`. */
  readonly phases: readonly Phase[];
  /** Whether a failed phase cancels the phases not yet started. */
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  /** Number of declared agents; 0 when the document declares none. An agent becomes a shard. */
  readonly agents: number;
  readonly threads: number;
};

/** One `http` entry. */
export type Target = {
  /** Unique: the entry's `name`, else `protocol://host:port`. */
  readonly key: string;
  readonly name?: string;
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** The text of the Host header: the configured host, with the port when one was given. */
  readonly authority: string;
  /** True for the entry that a request without authority or endpoint uses. */
  readonly isDefault: boolean;
  readonly addresses: readonly string[];
  readonly connectionStrategy: 'SHARED_POOL';
  /** Connections over all shards and concurrent phases. `core` are opened before T0. */
  readonly connections: {
    readonly core: number;
    readonly max: number;
    readonly buffer: number;
    readonly keepAliveMs: number;
  };
  readonly pipeliningLimit: number;
  /** Not built. Unless it is false, the format's default holds, and the first response for which it matters is told. */
  readonly useHttpCache?: boolean;
  /** Milliseconds from sending; undefined means no time limit (`none`). */
  readonly requestTimeoutMs?: number;
};

export type Ergonomics = {
  readonly userAgentFromSession: boolean;
  readonly autoRangeCheck: boolean;
  readonly stopOnInvalid: boolean;
  /** Not built, as `useHttpCache`. */
  readonly repeatCookies?: boolean;
};

/** How users arrive. Rates in users per second over all shards; users are counts over all shards. */
export type Arrivals =
  | { readonly kind: 'noop' }
  | { readonly kind: 'atOnce'; readonly users: number }
  | { readonly kind: 'always'; readonly users: number }
  | { readonly kind: 'constantRate'; readonly usersPerSec: number; readonly variance: boolean }
  | {
      readonly kind: 'increasingRate' | 'decreasingRate';
      readonly initialUsersPerSec: number;
      readonly targetUsersPerSec: number;
      readonly variance: boolean;
    };

export type Phase = {
  /** Full name: `phase` or `phase/fork`. Unique in a benchmark. */
  readonly name: string;
  readonly phase: string;
  /** Empty text when the phase has no forks. */
  readonly fork: string;
  readonly arrivals: Arrivals;
  /** Milliseconds after the start of the run; 0 when the document gives none. */
  readonly startTimeMs: number;
  /** Full names of phases that must have FINISHED (no new users) before this one starts. */
  readonly startAfter: readonly string[];
  /** Full names of phases that must have TERMINATED (all users gone) before this one starts. */
  readonly startAfterStrict: readonly string[];
  /** Milliseconds during which new users start. Absent for atOnce and noop without a duration. */
  readonly durationMs?: number;
  /** Hard end in milliseconds from the phase start, never below the duration. */
  readonly maxDurationMs?: number;
  /** Most users at once over all shards; open-model default: the highest rate, rounded up. */
  readonly maxSessions: number;
  /** The document writes the number above. */
  readonly maxSessionsGiven?: true;
  readonly sessionLimitPolicy: 'FAIL' | 'CONTINUE';
  readonly isWarmup: boolean;
  /** Absent for noop phases. */
  readonly scenario?: ScenarioDefinition;
};
