import { Document, type Pair, type YAMLMap } from 'yaml';
import type { Draft } from '../draft/draft.ts';
import { followsAll, sequenceNodes } from './steps.ts';
import { comment, entry, flag, list, map, type Node, number, parameter, text } from './yaml-nodes.ts';

/** The name of a document, and the texts of the comments at its top. */
export type Heading = {
  readonly name: string;
  /** A line about the document and its source. */
  readonly about: string;
  /** The schema for editors: a path relative to the document, or a URL. */
  readonly schema: string;
  /** Commands that check and run the document, complete enough to copy. */
  readonly commands: readonly string[];
};

/** The benchmark document of a draft, as YAML with comments. It has one phase of low, even load. */
export function writeDocument(draft: Draft, heading: Heading): string {
  const document = new Document(
    map(
      entry('name', text(heading.name)),
      entry('http', targets(draft), { comment: targetComment(draft), blank: true }),
      ...ergonomics(draft),
      entry('phases', list(map(entry('visitors', map(entry('constantRate', phase(draft)))))), {
        comment: [
          'The phases of the load. They run at the same time unless one waits for another; this document has one.',
        ],
        blank: true,
      }),
    ),
  );
  document.commentBefore = comment([
    `yaml-language-server: $schema=${heading.schema}`,
    '',
    heading.about,
    ...secretLines(draft),
    ...heading.commands,
  ]);
  // The library breaks the lines of a long quoted text so that a blank before a line break is lost. One line
  // keeps every character.
  return document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER });
}

const secretLines = (draft: Draft): readonly string[] =>
  [...draft.secrets].map(
    ([name, places]) =>
      `This document does not contain the secret ${name} (${places.join(', ')}); give its value with -P ${name}=...`,
  );

const targetComment = (draft: Draft): readonly string[] => [
  'The target of the load. `!param NAME default` takes the value of -P NAME=value on the command line, or else the default.',
  ...(draft.targets.length > 1 ? ['A request names its target with `endpoint`.'] : []),
];

function targets(draft: Draft): Node {
  const entries = draft.targets.map((target, index) =>
    map(
      ...(draft.targets.length > 1 ? [entry('name', text(target.endpoint))] : []),
      entry('host', parameter(target.parameter, target.origin)),
      entry('sharedConnections', number(20), {
        comment: index === 0 ? ['Largest number of connections to the target at the same time.'] : [],
      }),
      entry('requestTimeout', text('10s'), {
        comment: index === 0 ? ['A request without an answer after this time has failed.'] : [],
      }),
    ),
  );
  const [only, ...more] = entries;
  return only !== undefined && more.length === 0 ? only : list(...entries);
}

/**
 * The settings of a draft that users usually want: a user continues after a failed request, and redirects are
 * followed.
 */
function ergonomics(draft: Draft): readonly Pair[] {
  const entries = [
    ...(draft.requests.length < 2
      ? []
      : [
          entry('stopOnInvalid', flag(false), {
            comment: ['A user continues after a failed request. With `true` the user stops there.'],
          }),
        ]),
    ...(followsAll(draft)
      ? [
          entry('followRedirect', text('LOCATION_ONLY'), {
            comment: [
              'Redirects to targets of this document are followed. With `NEVER` a redirect is a response like others.',
            ],
          }),
        ]
      : []),
  ];
  return entries.length === 0 ? [] : [entry('ergonomics', map(...entries), { blank: true })];
}

const phase = (draft: Draft): YAMLMap =>
  map(
    entry('usersPerSec', parameter('RATE', '2'), {
      comment: ['New users per second, even if earlier users still run. Each user runs the scenario once.'],
    }),
    entry('variance', flag(false), {
      comment: ['False: users arrive at even intervals. True: they arrive at random, as people do.'],
    }),
    entry('duration', text('10s'), { comment: ['New users arrive for this long.'] }),
    entry('maxDuration', text(`${maxDurationSec(draft)}s`), {
      comment: ['Users who still run this long after the start of the phase are stopped.'],
    }),
    entry('maxSessions', number(500), {
      comment: ['Largest number of users at the same time. The phase fails if it needs more.'],
    }),
    entry('scenario', list(...sequenceNodes(draft)), {
      comment: [
        'Each user runs the sequences one after another, and the steps of each sequence one after another.',
      ],
    }),
  );

/**
 * The longest duration in seconds: the time for the arrivals, all pauses of the last user, and half a minute
 * for slow responses.
 */
function maxDurationSec({ sequences }: Draft): number {
  const steps = sequences.flatMap((sequence) => sequence.steps);
  const thinkMs = steps.reduce((sum, step) => sum + ('thinkMs' in step ? step.thinkMs : 0), 0);
  return 10 + Math.ceil(thinkMs / 1000) + 30;
}
