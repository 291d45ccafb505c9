import { coreMemoryMb, driveMemoryMb } from '../facts.ts';
import { stepFunctionsQuotas } from '../quotas.ts';

/**
 * Every bound of the driver, with its unit last in its name. How they must fit together:
 * test/driver/limits.test.ts.
 */

/** Ceilings of a deployment. A caller can stay below them, never raise them. */
export type Ceilings = {
  /** Arrivals (users) per second of everything that may run at once. */
  readonly usersPerSecMax: number;
  /** Users at work at once, over all shards, of everything that may run at once. */
  readonly sessionsMax: number;
  /** Longest run that the phases' durations and start conditions can add up to. */
  readonly durationMsMax: number;
  /** Most shards of one phase. */
  readonly shardsMax: number;
  /** Connections that everything that may run at once may have open, to all targets. */
  readonly connectionsMax: number;
  /** Connections that one shard on Lambda may have open: each is one of its 1,024 file descriptors. */
  readonly connectionsShardMax: number;
  /** Estimated price of a run in US dollars. */
  readonly dollarsMax: number;
};

/** What one caller is allowed where that is less. */
export type OwnCeilings = Partial<Omit<Ceilings, 'connectionsShardMax'>>;

export const defaultCeilings: Ceilings = {
  usersPerSecMax: 50_000,
  sessionsMax: 500_000,
  durationMsMax: 12 * 3_600_000,
  shardsMax: 1_000,
  connectionsMax: 500_000,
  connectionsShardMax: 850,
  dollarsMax: 100,
};

/** A benchmark document. A person writes it; what exceeds these is a mistake or an attack. */
export const reading = {
  /** Length of the text. */
  documentCharsMax: 1_048_576,
  /** Values after aliases and templates are replayed, so that a few nested ones cannot fill the memory. */
  documentNodesMax: 100_000,
  /**
   * Characters of texts, and of the names on the way to each value, after the same: a long text or name may
   * be repeated as often as there are values. The largest documents of the format stay below a million.
   */
  replayedCharsMax: 33_554_432,
  /** Nesting of lists and mappings; the deepest documents of the format stay below 30. */
  documentDepthMax: 64,
  /** Problems that are listed one by one. */
  problemsMax: 500,
  /** Length of the pattern between the items of a `!foreach`. */
  separatorCharsMax: 200,
  /** Instructions of its program; a character costs up to 60 ns for each. */
  separatorInstructionsMax: 1_000,
  /** Characters times instructions that the patterns of a document may read, about half a second. */
  separatorStepsMax: 50_000_000,
  /**
   * Names that a misspelt word is compared with; a document with more of them gets no hint instead of a slow
   * one.
   */
  comparedNamesMax: 500,
  /** Longest word that is compared; the comparison takes the product of two lengths. */
  comparedCharsMax: 64,
} as const;

/** The steps of a scenario. */
export const scenarios = {
  /** Longest think time: a day. */
  pauseNsMax: 24 * 3600 * 1e9,
  /**
   * Steps that one user runs before it waits for something. As many take some 100 ms, in which no other user
   * of the shard is served; a scenario that needs more of them goes round in a circle.
   */
  stepsPerWakeMax: 1_000_000,
  /**
   * Instances of one sequence, instances of all, and requests in flight, of one user: each user keeps a place
   * for each.
   */
  atOnceUserMax: 10_000,
  /**
   * Paths of one request step whose metric is remembered; paths with random parts must not fill the memory.
   */
  knownPathsMax: 10_000,
  /**
   * A value that a handler needs in one piece, such as a response in a variable: users by the hundred hold
   * one each.
   */
  valueBytesMax: 16 * 1024 * 1024,
  /** Objects and arrays inside one another in a JSON response. */
  jsonDepthMax: 512,
  /**
   * Compressed bytes of a response that are held to be inflated at once; beyond them it is inflated as it
   * arrives.
   */
  gzipHeldBytesMax: 64 * 1024,
  /** Compressed bytes that are inflated in one go of a stream: deflate makes at most 1,032 bytes of one. */
  gzipPieceBytes: 2 * 1024,
  /** What a compressed response may become: a few kilobytes of an attack become gigabytes. */
  inflatedBytesMax: 64 * 1024 * 1024,
  /** Frames of one body compressed by zstd: whoever sends many of them sends little in each. */
  zstdFramesMax: 1_000,
  /** Slots of an array in a variable: every user has its own. */
  arraySlotsMax: 65_536,
  /** Values of a collection in a variable, which grows as long as its user lives. */
  collectionItemsMax: 100_000,
  /** Wrong lines of one file that are named; of others it is said how many there are. */
  fileProblemsMax: 20,
  /** How much of an invalid response is logged. */
  loggedBytesMax: 4_096,
  /**
   * Size of a compiled regular expression. A character of the text costs up to 60 ns for each instruction.
   */
  expressionInstructionsMax: 1_000,
  /**
   * Instructions times characters of one match: some seconds at the very worst, a tenth of that as a rule.
   */
  expressionWorkMax: 50_000_000,
  /** Requests that follow one another by redirects: what browsers follow. */
  redirectsMax: 20,
  /** A page that asks for another one later than this is not left for it. */
  refreshMsMax: 3_600_000,
  /** Messages of one step or handler about values that do not fit, in each shard. */
  warningsMax: 10,
} as const;

/**
 * Files that travel with a document. Every shard of a phase that needs them holds them in memory, and what it
 * makes of them.
 */
export const attaching = {
  /** Files of one document. */
  filesMax: 100,
  /** Bytes of one file. */
  fileBytesMax: 50_000_000,
  /** Bytes of all files of a document; also what a drive's function keeps of them for its next drive. */
  filesBytesMax: 100_000_000,
  /** Bytes of a key or trust store, or of a file of certificates; the one that Java brings has 200,000. */
  storeBytesMax: 4_000_000,
  /** Bytes of one encrypted key in a JKS store; the longest that people use has 10,000. */
  keyBytesMax: 65_536,
  /**
   * Rounds of the hash between a store's password and its keys: some seconds. Java and OpenSSL take up to
   * 100,000.
   */
  keyRoundsMax: 2_000_000,
  /** Length of a path as the document writes it. */
  pathCharsMax: 200,
  /**
   * Bytes of files that travel inside one request to the API, before Base64 makes four of three: Lambda takes
   * 6 MB. What does not fit goes to a presigned URL.
   */
  inlineBytesMax: 3_000_000,
} as const;

/** Commands around a run, where the command line runs. */
export const hooking = {
  /** Longest time of one command; then it is ended. */
  hookMsMax: 600_000,
  /** Bytes that are shown of what one command writes. */
  hookOutputBytesMax: 65_536,
} as const;

/** What users share beyond their sessions. */
export const sharing = {
  /**
   * Maps and published data of one drive in memory, of which each event loop has its part; they are read
   * before the next phase starts, in well under a second.
   */
  bytesMax: 32 * 1024 * 1024,
  /** What an entry of a map takes beside its name and value. */
  entryBytes: 64,
  /** Between two looks for what a drive that still runs leaves behind. */
  lookMs: 200,
} as const;

/** The load of one shard, and the cut of a plan. */
export const planning = {
  /**
   * Requests per second of one shard: at 5,000 of them open load costs 75 µs of CPU each and is sent within 5
   * ms of its instant at p99, on one core beside its target (`bench/driver-loopback.ts`). A little less
   * leaves room for slower cores.
   */
  requestsPerSecShard: 4_000,
  /**
   * Processors of a shard in the cloud. Each further event loop of a shard that has one can send as much
   * again.
   */
  coresShard: Math.max(1, Math.floor(driveMemoryMb / coreMemoryMb)),
  /** Event loops of one shard: each takes 40 MB, and more than a machine has processors take turns. */
  threadsMax: 64,
  /**
   * Connections of one shard: a Lambda environment has 1,024 file descriptors; about 170 stay for Node, the
   * SDK and logs. Also its users, because each may need a connection.
   */
  descriptorsShard: 850,
  /** Longest segment: a drive lives 15 min; 3 min stay for waking early and for the last users to leave. */
  segmentMsMax: 12 * 60_000,
  /**
   * Phases of one benchmark with iterations and forks unrolled: the conductor's item (400 KB) holds them all.
   */
  phasesMax: 400,
  /**
   * Phases and forks that wait for their starts side by side, each with a token of a kilobyte in that item.
   */
  waitingMax: 100,
  /** Phases that a warning names; of the others it gives the number. */
  phasesNamedMax: 5,
  /**
   * A phase is warned of when this part of its runs has no user at all, because users arrive at random and
   * are few.
   */
  nobodyMin: 0.5,
  /** Drives (shard x segment) of one phase: the most children that a Distributed Map runs at once. */
  drivesPhaseMax: stepFunctionsQuotas.mapChildren,
  /**
   * Executions at once that stay for what starts, shows, stops and merges a burst, where drives share those
   * of an account.
   */
  controlAtOnce: 5,
  /**
   * Of the drives that may run at once, the share above which a plan warns: another burst would not fit
   * beside it.
   */
  roomShareMax: 0.8,
  /** Assumed working time of a phase that names none, for the estimate only. */
  unknownDurationMs: 60_000,
  /** Waking early, opening connections and draining, billed on top of each segment, for the estimate only. */
  segmentOverheadMs: 15_000,
} as const;

/**
 * What a run takes of what AWS charges for, beside the time of its drives. docs/cost.md says what is left
 * out.
 */
export const costing = {
  driveGb: driveMemoryMb / 1024,
  /** Transitions of one burst: its start, Enter, Plan, Phases, Merge. */
  transitionsBurst: 5,
  /**
   * Transitions of one phase: the start of its child, Decided, Shards, Sized, Settle, NextIteration,
   * PhaseOver.
   */
  transitionsPhase: 7,
  /** Transitions of one group of drives: the start of its child and MergeGroup. */
  transitionsGroup: 2,
  /** Transitions of one drive: the start of its child, WaitForSegment, Drive. */
  transitionsDrive: 3,
  /**
   * AwaitStart, once and again each `conducting.tickMs`: one transition, one invocation, and these
   * GB-seconds.
   */
  gbSecondsRound: 0.05,
  /** Plan and Merge: GB-seconds of one burst. */
  gbSecondsBurst: 8,
  /** Merging what one drive delivered. */
  gbSecondsDrive: 0.1,
  /** Units of a drive for its lease, its reports and what follows from them. */
  tableWritesDrive: 8,
  /** A live item of a busy drive is between one and two kilobytes. */
  tableWritesSecond: 2,
  /** Units of a drive for the start. */
  tableReadsDrive: 8,
  /** The stop flag. */
  tableReadsSecond: 1,
  /** The plan that a drive reads, and its partial, which the merge reads. */
  objectReadsDrive: 2,
  objectWritesDrive: 1,
  /** What was measured, while the load goes on: one for each `driving.flushSeconds`. */
  objectWritesSecond: 0.2,
  /**
   * What a request puts on the wire beside its body, which is counted: its head and the headers of the
   * packets. Of TLS 1.3 a handshake adds about a kilobyte to the first one of a connection.
   */
  headBytes: 400,
} as const;

/** What `downpour doctor` finds a shard to be good for. */
export const calibrating = {
  /** Tried one after the other. */
  requestsPerSec: [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000],
  /** How long each. */
  stepMs: 1_000,
  /** For the last users of each. */
  lastUsersMs: 250,
  /** Users at once: those of a target that answers within 10 ms. */
  connections: 100,
  /** Requests that leave later than this at p99 are too many. */
  latenessMsP99Max: 5,
  /** Part of the requests that must have been sent; arrivals are drawn. */
  deliveredMin: 0.9,
  /**
   * Part of the most that is trusted: the server shares the core, targets answer with more, and other
   * machines are slower.
   */
  part: 0.8,
} as const;

/** Clockwork of the conductor and of what asks it. */
export const conducting = {
  /**
   * A stopped burst whose state machine waits longer than this is carried to its end by another execution.
   */
  endSlackMs: 1_000,
  /**
   * Drives that are at work are waited for so long after a stop: one that cannot read it stops itself before.
   */
  silenceMsMax: 20_000,
  /** Between two looks whether any is. */
  silenceLookMs: 200,
  /**
   * Drives wake this long before a start that is known ahead, unless the deployment says otherwise: a cold
   * start, the plan, the connections.
   */
  leadMs: 5_000,
  /**
   * The same where the environments of a phase before it are there: half of it is the time in which many
   * drives hear of T0.
   */
  warmLeadMs: 4_000,
  /**
   * From the last user of a drive to its end, in which its environment is not free yet: it writes what it
   * measured.
   */
  endingMs: 2_000,
  /** Transitions of a drive until it sleeps: the start of its child, and the wait. */
  launchTransitions: 2,
  /**
   * Where drives take turns, so many environments are left for those that come before theirs: a map takes one
   * to three seconds to begin, in which turns pass, and a state that waits knows whole seconds only.
   */
  turnsReserve: 400,
  /**
   * Phases that begin a burst wait this long for the drives of all of them to be ready; longer where the
   * quotas of the region make so many drives come up more slowly.
   */
  readyMsMax: 30_000,
  /** A phase with a known start is held up this long by drives that are not ready; longer likewise. */
  readyGraceMs: 5_000,
  /**
   * Drives in a hundred that have to be ready when the wait is over, or when all others are gone; else the
   * phase fails.
   */
  quorumPercent: 90,
  /** After the wait a drive counts who is ready; when nobody has by then, no drive of the phase is there. */
  countMsMax: 5_000,
  /** From the decision to T0 for a phase of one drive; more drives need time to hear of it. */
  startMarginMs: 50,
  /**
   * So much longer for drives in another region: a look takes a round trip of up to 0.3 s over an ocean, and
   * it may have just begun.
   */
  afarMarginMs: 600,
  /**
   * So much earlier such drives are called, and so much longer they are waited for: the call there, and ten
   * round trips until they are ready.
   */
  afarMs: 4_000,
  /**
   * Between two looks of a waiting drive, for each drive of its phase and within these two bounds: a hundred
   * drives together read the state a hundred times a second, which one machine does not feel, and a thousand
   * of them a thousand times.
   */
  lookMsDrive: 10,
  /** Shortest time between two looks of a waiting drive. */
  lookMsMin: 40,
  /** Longest time between two looks of a waiting drive. */
  lookMsMax: 1_000,
  /** Drives of a phase that end the wait for others take turns of this length, */
  tickTurnMs: 50,
  /** but wait no longer than this for theirs. */
  tickTurnMsMax: 2_000,
  /**
   * A waiting phase asks again this often (the time limit of AwaitStart); this is also what repairs a lost
   * release.
   */
  tickMs: 20_000,
  /**
   * A phase whose start is known is released this long before the lead begins; longer than a tick, so never
   * too late.
   */
  horizonMs: 28_000,
  /** A phase this close to its T0 counts as started and is not cancelled by another phase's failure. */
  cancelMarginMs: 1_000,
  /** Attempts to write the conductor's item against concurrent writers. */
  writeAttemptsMax: 40,
  /**
   * Longest pause after the first of them, and so much longer after each; the real pause is drawn evenly from
   * nothing to here.
   */
  writePauseMs: 60,
  /**
   * It is at least so long for each phase under way: a write takes about 15 ms, and each of them may have
   * one.
   */
  writePauseMsPhase: 20,
  /** But never longer than this. */
  writePauseMsMax: 2_000,
  /** What a writer has left undone for so long is done by the next one. */
  repairMs: 2_000,
  /**
   * Drives that read one copy of a flag twice a second, or of a start once, eventually consistent: half a
   * read unit a look of the 3,000 that a partition has, so a twelfth of them: what all do at one instant
   * comes on top, several copies fall on one partition of a new table, and some accounts have less.
   */
  readersCopyMax: 250,
  /** Most copies of one flag: each is a write of its own when it changes. */
  flagCopiesMax: 20,
} as const;

/** A drive. */
export const reaping = {
  /** After its planned end, and the end of what may outlive it, a burst has so long to be merged. */
  marginMs: 3_600_000,
} as const;

export const driving = {
  /**
   * Drives that do the same at one instant, get ready or end, spread what they write over so many
   * milliseconds for each of them: about three writes of each, of the 4,000 a second that a new table takes.
   */
  spreadMsDrive: 1.5,
  /**
   * But no longer than this: what thousands need follows from what the deployment allows
   * (lib/cloud/warm-table.ts).
   */
  spreadMsMax: 1_500,
  /** Fewer at once do not wait for each other. */
  spreadDrivesMin: 100,
  /**
   * Over so long they take their leases, before any of them has read how many they are. It is less than what
   * the lead of many drives has to spare (`warmLeadMs`, and the spread).
   */
  leaseSpreadMs: 750,
  /** Later than this after its start a drive is `missed`: it sends nothing rather than a late burst. */
  graceMs: 5_000,
  /**
   * Looking a target's name up, connecting and shaking hands; also how long opening may go without any
   * progress.
   */
  reachMsMax: 2_500,
  /** Between two heartbeats: a drive reports. */
  heartbeatMs: 1_000,
  /**
   * Between two looks at the stop flag. A cold function takes up to 1.5 s to write a stop, and the load is to
   * be silent within 2.
   */
  stopLookMs: 500,
  /** What a drive does for its reports while users are due, it does in pieces of this length. */
  pieceMs: 0.3,
  /**
   * Between two times that a drive writes down what it measured: so much is lost with it, and each time is a
   * request to S3.
   */
  flushSeconds: 5,
  /** A drive that could not read the stop flag for this long stops itself. */
  blindMsMax: 10_000,
  /**
   * A thread of a drive that says nothing for so long hangs; the longest garbage collection takes a second.
   */
  threadAnswerMsMax: 10_000,
  /**
   * A store that refuses a drive before its start is asked again for so long, beside what the SDK repeats by
   * itself,
   */
  asksMsMax: 60_000,
  /** with a pause after the first time, so much longer after each, */
  askPauseMs: 500,
  /** but never longer than this. */
  askPauseMsMax: 2_000,
  /** Kept free before the function's hard end: to abort, seal and store the partial. */
  reserveMs: 20_000,
  /** Ended sessions that are handed on in one turn of the event loop; further ones wait for the next turn. */
  handedOnPerTurnMax: 1_000,
  /** Arrivals that a stopped drive still counts as planned. */
  plannedCountMax: 50_000_000,
  /** Different messages of run errors that are kept. */
  errorsMax: 100,
  /**
   * Settled seconds that a report carries for limits that are judged while the load goes on; a slow reader
   * misses none.
   */
  earlySecondsMax: 4,
  /** Whoever judges reads the reports of so many drives a second: it sends load as well. */
  earlyDrivesTurn: 256,
  /** But each drive every so many seconds at least, so that the seconds of a report overlap. */
  earlyTurnsMax: 3,
  /**
   * Metrics of a drive whose limits are judged that way: a second of one takes up to 3 KB of an item of 400.
   */
  earlyMetricsMax: 30,
  /** A report that is older than this does not count for the present. */
  staleSeconds: 2,
} as const;

/** The comparison of a drive's clock with a time server. */
export const clocks = {
  /** Questions; the one that was under way for the shortest time counts. */
  exchanges: 8,
  /** Longest wait for one answer: a server on another continent takes less. */
  answerMsMax: 250,
  /** Longest time of all; a drive is not ready before. */
  measureMsMax: 1_000,
  /**
   * Drives of one environment use a comparison again for this long: a quartz drifts by a millisecond a minute
   * at most.
   */
  freshMs: 60_000,
} as const;

/** Who watches a burst. */
export const watching = {
  /** A snapshot may be so old for each drive that it sums up, within the two bounds below, */
  staleMsDrive: 1,
  /** Of a few drives: their reports come once a second, at different instants of it. */
  staleMsMin: 100,
  /**
   * Of a thousand drives and more: a little less than a second, so that a look every half second finds a new
   * one each second.
   */
  staleMsMax: 900,
  /** So long has one of those who watch to make the next; then another one may. */
  leaseMs: 3_000,
  /** A burst has ended and its last drives may still report. */
  settlingMs: 3_000,
  /** Messages of one phase in a snapshot. */
  noticesMax: 50,
  /** Bursts of one page of their list, at most. */
  pageMax: 100,
  /**
   * Entries of the list that are looked through for one page, so that it is bounded where most belong to
   * others.
   */
  lookedAtMax: 1_000,
} as const;

/** A target that asks for the load to stop. */
export const asking = {
  /** Responses of status 503 with `Retry-After`, one behind the other, to one event loop of a drive. */
  refusalsMax: 10,
  /** How much of a header is shown. */
  shownCharsMax: 60,
} as const;

/** Proofs that people of a target want its load. */
export const proving = {
  /** Until the file of a target, and then until its record is there. */
  answerMsMax: 5_000,
  /** How much of the file is read. */
  bytesMax: 64 * 1024,
  /** A proof that was seen is not asked for again for this long. */
  freshMs: 600_000,
} as const;

/** Connections to targets. */
export const connecting = {
  /** Pause after an attempt to open a connection that failed. */
  retryPauseMs: 50,
  /**
   * Connections of one target that are being opened at once in a drive. Thousands at one instant keep an
   * event loop from its own answers until the first of them are late.
   */
  openingsAtOnce: 250,
  /**
   * Opening the core connections of a target may take so long: well below the time that a phase waits for its
   * drives.
   */
  openingCoreMsMax: 20_000,
  /** Of the core connections so many in a hundred have to be open; the others open when they are needed. */
  openedPercentMin: 90,
  /**
   * An event loop that stands still for longer while connections are opened is the reason why they are late.
   */
  openingStallMs: 500,
  /** Addresses of one target that are tried before a run. */
  addressesMax: 8,
  /**
   * A server that does not answer a TLS greeting within this time is taken for a plain one; one that says
   * nothing for as long behind a handshake has accepted the client.
   */
  greetingMsMax: 500,
  /** Idle time after which the operating system asks whether the other side is still there. */
  probeMs: 60_000,
  /**
   * Bodies up to this size are copied behind their head and written with it, which saves up to a microsecond;
   * larger ones are handed over as they are, which saves up to half of the time from 4 KB on.
   */
  joinedBytesMax: 2 * 1024,
  /** A TLS handshake whose target says nothing else; before any load also the longest that one may take. */
  handshakeMs: 10_000,
  /** A TLS handshake without a limit: nobody waits longer for one. */
  handshakeMsMax: 24 * 3_600_000,
} as const;

/** Cookies of one user. */
export const cookies = {
  /**
   * The original keeps 16 and browsers some 180 of one site. With the longest pairs these are 400 KB of one
   * user, in headers that no server reads.
   */
  userMax: 100,
  /** Name and value of one cookie together: RFC 6265bis section 5.7. */
  pairCharsMax: 4_096,
  /** Value of an attribute; longer ones are ignored: the same section. */
  attributeCharsMax: 1_024,
} as const;

/** The client cache of one user. */
export const caching = {
  /**
   * Responses that are remembered, without their bodies: 40 KB of one user with paths as they are. The oldest
   * goes first.
   */
  responsesUserMax: 200,
  /** Characters of URL, validators and selecting headers of one of them; what has more is not stored. */
  responseCharsMax: 4_096,
  /**
   * Of the time since its last change a response without an expiry counts as fresh for this part: RFC 9111
   * section 4.2.2.
   */
  heuristicShare: 0.1,
} as const;

/** Connections over HTTP/2. */
export const http2 = {
  /** Requests at once on a connection whose target gives no number. */
  streamsMax: 100,
  /**
   * What a target may send of one response, and on a connection, before it hears that it was read. It is read
   * at once, so this costs no memory, and 16 MB in 100 ms of way there and back are more than a gigabit a
   * second.
   */
  streamWindowBytes: 16 * 1024 * 1024,
  connectionWindowBytes: 64 * 1024 * 1024,
  /** The fields of a response with their names, and 32 bytes for each; also their header block. */
  headBytesMax: 256 * 1024,
  /** Answers to pings and settings that a target does not read. */
  unreadBytesMax: 1024 * 1024,
  /** GOAWAY frames of one connection; a target that closes gently sends two. */
  goodbyesMax: 10,
} as const;

/** Requests to Hot Rod caches. */
export const hotRod = {
  /** Of the uris that give none. */
  port: 11222,
  /** Time limit of a request whose uri gives none; that of an HTTP request. */
  requestTimeoutMs: 30_000,
  /** Between two looks whether a connection from which nothing comes is still there. */
  probeMs: 1_000,
} as const;

/** The measurements of a drive. */
export const recording = {
  /**
   * Metrics of one drive. A second of a metric takes about 4 KB until the end of the segment, so these take
   * half a gigabyte in 12 minutes; metric names made from paths have no bound of their own.
   */
  metricsMax: 200,
  /** Name under which requests of further metrics, and counts of further names, are counted. */
  otherMetric: '(other)',
  /**
   * Names of one group of counts in one drive, such as header names. With 60 bytes each a second takes 6 KB
   * more.
   */
  countedNamesMax: 100,
  /** Longest such name; longer than any header that people use. */
  countedNameCharsMax: 128,
} as const;

/**
 * What Settle and Merge hold of a run, all phases together. A cell is one metric of one request step in one
 * second; it takes 6 KB while it is merged, and half a kilobyte for each of its summaries in the run
 * document.
 */
export const keeping = {
  /**
   * With more cells, longer stretches of time take the place of seconds. An hour of 200 metrics stands in
   * stretches of 10 s.
   */
  cellsMax: 100_000,
  /** Cells of the shards by themselves. With more, shards have totals only. */
  shardCellsMax: 20_000,
  /** Metrics of all shards. With more, shards have no statistics. */
  shardTotalsMax: 20_000,
  /**
   * Metrics of all shards with a distribution in the run document; one takes up to 15 KB. With more, none
   * has.
   */
  shardDistributionsMax: 1_000,
  /** Seconds of sessions of the shards by themselves. With more, only their sum is kept. */
  shardSessionsMax: 50_000,
  /** A phase may always have as many cells, however short it is. */
  phaseCellsMin: 1_000,
} as const;

/** How Settle and its groups read what drives left. */
export const merging = {
  /**
   * Partials, or groups of them, that one function merges; with more drives, groups are merged side by side
   * first.
   */
  sourcesMax: 64,
  /** Fewer groups are not worth the start of their functions. */
  groupsMin: 16,
  /** Objects that are read at once, */
  readsAtOnce: 16,
  /** as long as they have no more bytes together, which lie in memory beside the merged statistics. */
  bytesAtOnce: 64 * 1024 * 1024,
  /**
   * How long a Settle that takes what it can get reads, before it judges what it has: two minutes stay of its
   * ten for a read that is slow and for judging.
   */
  restMsMax: 480_000,
  /**
   * The same of a function that settles all phases of a burst and merges them too: half of its ten minutes.
   */
  byHandMsMax: 300_000,
  /** So often it tries to merge, with a pause, before it ends the burst without a run. */
  byHandAttempts: 3,
} as const;

/** Limits of a phase whose document sets none. Shares from 0 to 1; above them a run fails. */
export const judging = {
  /**
   * Requests that failed or were invalid, of all requests of a metric. `--max-errors` and a deployment move
   * it.
   */
  failedRatioMax: 0.01,
  /**
   * Time spent waiting for a connection. A pool that is just large enough makes somebody wait now and then;
   * from one part in a hundred on, the waiting shows in the response times.
   */
  blockedRatioMax: 0.01,
  /**
   * Of that limit so many seconds, or this part of a longer phase, are left out when connections waited for
   * something that stood still: the times of responses tell of a pause, and a pool is not too small because
   * of one.
   */
  pauseSecondsMax: 3,
  pauseShareMax: 0.05,
  /**
   * A response that takes so many times the median, and longer than a busy machine makes it, is one that
   * stood still.
   */
  pauseFactorMin: 5,
  /**
   * From so many times the median of other seconds on the target is said to have slowed down where requests
   * waited.
   */
  slowFactorMin: 3,
  /** With --stop-on-failure a share of failed requests stops a run early only when so many have failed, */
  earlyFailuresMin: 10,
  /** and when it is above its limit by so many standard deviations: by chance in one look of a thousand. */
  earlyDeviations: 3,
} as const;

/** Above these, the numbers say more about the generator than about the target. */
export const trusting = {
  /**
   * Users may start late in one case of a hundred by this part of the target's median time: the percentiles
   * that are reported change by no more.
   */
  latenessShareMax: 0.25,
  /**
   * A phase that begins so much later than its conditions say is told: the target had fewer users meanwhile.
   * Milliseconds.
   */
  startGapMsMax: 1_000,
  /**
   * Lateness below this is never too much: a busy laptop takes a process off its core for some milliseconds.
   */
  latenessNsFloor: 5_000_000,
  /**
   * Part of a core that the event loop of a drive may use in a second. Above it requests and responses queue
   * in the generator: behind two others on average, and from there on the queue grows without end.
   */
  cpuMax: 0.85,
  /**
   * Part of a second in which the event loop of a drive may have something to do: more, and the next thing
   * waits.
   */
  activeMax: 0.95,
  /** Garbage collections of one second together. */
  gcNsMax: 100_000_000,
  /** Part of the descriptors that the system allows. */
  descriptorsShareMax: 0.95,
  /** Longest stall of an event loop; the original driver's jitter watchdog has the same bound. */
  stallNsMax: 100_000_000,
  /** Wall-clock distance between a shard's start and T0. */
  skewMsMax: 100,
  /**
   * A shard's clock that was compared with a time server and is known less well than this says little of its
   * start.
   */
  clockBoundMsMax: 50,
  /**
   * From here on a second of a drive is unhealthy, and nobody is blamed for what was measured in it; the
   * bounds above only warn. A full garbage collection takes up to 50 ms, and a laptop with a browser takes a
   * process off its core for as long; 100 ms is what the original driver's watchdog calls jitter.
   */
  unhealthyLatenessNsP99: 100_000_000,
  /** The same for the longest stall of the event loop that reaches into the second. */
  unhealthyStallNs: 100_000_000,
  /**
   * A machine with less than this share of a second to spare has no CPU left. That alone is nobody's fault:
   * who loads a target on the same machine wants it so.
   */
  idleMin: 0.02,
  /**
   * When no CPU is left and users start this late or the event loop stands still for this long, the second is
   * strained: no limit is called broken for its sake, but it makes no run inconclusive by itself, or a laptop
   * with a browser would rarely see a verdict. Twice what a young garbage collection takes.
   */
  feltNs: 20_000_000,
  /**
   * A request that waited more than so many times as long as the generator ever stood still or was late was
   * not kept waiting by it: a response has the event loop to pass a few times.
   */
  timeoutStallsMin: 10,
  /**
   * A run with more of its requests in unhealthy seconds is inconclusive: one second of a run of 20 s may be
   * lost.
   */
  unhealthyShareMax: 0.05,
  /** Drives that a suspicion names; of the others it gives the number. */
  drivesNamedMax: 5,
  /** Records of failures kept in a run document. */
  failuresMax: 100,
} as const;

/**
 * A response over HTTP/1.1. Servers refuse requests with heads far smaller; a target that sends more is
 * broken or hostile.
 */
export const responses = {
  /** The status line, or one header field: real cookies and policies take some kilobytes. */
  lineBytesMax: 16 * 1024,
  /** The status line and all header fields. */
  headBytesMax: 64 * 1024,
  /** Interim responses (status 1xx) before the final one. */
  interimMax: 32,
  /** The line in front of a chunk, with what a server writes behind the size. */
  chunkLineBytesMax: 4 * 1024,
  /** All fields behind the last chunk. */
  trailerBytesMax: 16 * 1024,
} as const;
