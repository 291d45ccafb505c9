import { XMLBuilder } from 'fast-xml-parser';
import type { RunDocument } from '../../../driver/run/document.ts';
import { type Suite, suiteOfNoRun, suitesOf } from './suites.ts';

/**
 * A run as JUnit XML. This format has no standard, so the output has the form that Jenkins and GitLab read.
 * The text of an element repeats its message, because GitLab drops the attribute. `time` is the duration of a
 * suite and never a response time.
 */
export function junitXml(run: RunDocument): string {
  return document(run.info.benchmark, suitesOf(run));
}

/** JUnit XML for a burst that has no run document: one test with an error. */
export function junitXmlOfNoRun(benchmark: string, reason: string, details: readonly string[] = []): string {
  return document(benchmark, [suiteOfNoRun(benchmark, reason, details)]);
}

function document(benchmark: string, suites: readonly Suite[]): string {
  const root = {
    ...attributes({ name: benchmark, ...counts(suites), time: seconds(suites.reduce(longest, 0)) }),
    testsuite: suites.map(suiteElement),
  };
  return builder().build({ '?xml': attributes({ version: '1.0', encoding: 'UTF-8' }), testsuites: root });
}

/** Phases run at the same time, so the run takes as long as its longest suite. */
const longest = (most: number, { tookMs = 0 }: Suite): number => Math.max(most, tookMs);

const builder = () =>
  new XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: prefix,
    format: true,
    // Without this option, an attribute with the value `true`, such as the name of a metric, would lose its
    // value.
    suppressBooleanAttributes: false,
    suppressEmptyNode: true,
  });

const prefix = '@';

function suiteElement(suite: Suite): object {
  const { name, startedAt, tookMs, properties = {}, tests, out } = suite;
  const property = Object.entries(properties).map(([key, value]) => attributes({ name: key, value }));
  return {
    ...attributes({
      name,
      ...counts([suite]),
      ...(tookMs === undefined ? {} : { time: seconds(tookMs) }),
      ...(startedAt === undefined ? {} : { timestamp: new Date(startedAt).toISOString() }),
    }),
    ...(property.length === 0 ? {} : { properties: { property } }),
    testcase: tests.map(({ classname, name: test, outcome, out: said }) => ({
      ...attributes({ classname, name: test }),
      ...(outcome === undefined
        ? {}
        : {
            [outcome.kind]: {
              ...attributes({ message: outcome.message, type: outcome.type }),
              '#text': readable([outcome.message, ...outcome.details].join('\n')),
            },
          }),
      ...(said === undefined ? {} : { 'system-out': readable(said) }),
    })),
    ...(out === undefined ? {} : { 'system-out': readable(out) }),
  };
}

function counts(suites: readonly Suite[]): Readonly<Record<string, string>> {
  const tests = suites.flatMap((suite) => suite.tests);
  const count = (kind: string): string => `${tests.filter(({ outcome }) => outcome?.kind === kind).length}`;
  return {
    tests: `${tests.length}`,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/**
 * Makes attributes. White space becomes a single space, because an XML parser would read a line break as a
 * space.
 */
function attributes(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(values).map(([name, value]) => [
    `${prefix}${name}`,
    readable(value).replaceAll(/\s+/g, ' '),
  ]);
  return Object.fromEntries(entries);
}

/** Removes control characters, and other characters that XML 1.0 cannot represent. */
const readable = (text: string): string => text.toWellFormed().replaceAll(unwritable, '');

const unwritable = /[^\t\n\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
