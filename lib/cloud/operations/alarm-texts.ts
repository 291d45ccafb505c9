import { type ControlGroup, controlling } from './control-functions.ts';

/**
 * Every alarm of a deployment: its meaning and the first thing to do, for the person on call. The alarms and
 * docs/operations.md are generated from this table.
 */
export type AlarmText = {
  /** The observed metric, as docs/operations.md names it. */
  readonly watches: string;
  readonly meaning: string;
  readonly first: string;
  /** The usual cause, and how to correct it. */
  readonly next: string;
};

const named = (group: ControlGroup): string => controlling[group].map((name) => `\`${name}\``).join(', ');

export const alarmTexts = {
  BurstFailed: {
    watches: 'failed executions of the state machine within 5 minutes, above 0',
    meaning:
      'A burst (the load of one run) failed in the state machine. Its load was stopped; its run is missing or incomplete.',
    first: 'Open the failed execution of the state machine and read the cause of the red state.',
    next: 'The log of the function of that state has the same error with its causes. A rejected document or an unreachable target is not a fault of the deployment.',
  },
  BurstTimedOut: {
    watches: 'executions that ran into the limit of 24 hours, above 0',
    meaning:
      'A burst (the load of one run) took longer than a burst may take. Probably no function answered a task token.',
    first:
      'Check that no load generator (drive) is still running (Lambda, concurrent executions), then find out which phase waits.',
    next: 'The log of `driver/await-start` has the answer of the conductor. `downpour doctor` proves that the conductor may answer.',
  },
  BurstAbandoned: {
    watches:
      'bursts that were ended because their execution was aborted, took too long, failed where nothing catches it, or never began, above 0',
    meaning:
      'An execution was ended from outside, or was still unfinished long after its planned end. Downpour cleaned up its burst.',
    first: 'Check that no load generator (drive) is still running (Lambda, concurrent executions).',
    next: 'A person may have aborted the execution in the console. The run is incomplete then; `downpour stop` ends a burst as stopped. The log of `driver/clean` names the burst.',
  },
  ScheduleFailed: {
    watches:
      'times of schedules at which no burst was started, failed invocations of `driver/start-scheduled`, and calls that EventBridge Scheduler could not deliver or dropped, within 5 minutes, above 0',
    meaning: 'A scheduled run did not start, or a burst may still run although it should have ended.',
    first: 'Run `downpour schedule list`: it shows why the last time of each schedule started no burst.',
    next: 'If the list shows no reason, read the log of `driver/start-scheduled`, then the queue of undelivered calls. `downpour schedule run NAME` starts the missing run, or lists the problems of its document. If the API key of a schedule is no longer valid, remove the schedule and add it again.',
  },
  ScheduleUndelivered: {
    watches: 'messages in the queue of calls that schedules could not deliver, above 0',
    meaning:
      'EventBridge Scheduler gave up on a call: the start of a scheduled run, or the end of a burst that has no execution any more.',
    first:
      'Read a message of the queue: its attributes ERROR_CODE and ERROR_MESSAGE have the reason, its body has the call.',
    next: 'AccessDenied means that somebody changed the stack by hand, or that a deployment did not finish: deploy again. Throttling means that the account was out of concurrency at that time. Invoke `driver/reap` with a body that contains `overdue`, or run the schedule that a body names, then purge the queue.',
  },
  StopFailed: {
    watches: 'failed executions of the state machine that stops bursts without functions, above 0',
    meaning:
      'A user tried to stop a burst while Lambda refused functions, and the stop failed too. The load may continue.',
    first:
      'Set the reserved concurrency of the function `driver/drive` to 0, then check which load generators (drives) still run (Lambda, concurrent executions).',
    next: 'The log of that state machine names the state and its error; a wrong stop token ends there as well.',
  },
  DrivesLost: {
    watches: 'the metric `DrivesLost` within 5 minutes, above 0',
    meaning:
      'Load generators (drives) ended without delivering their measurements; the runs report how much of the load is missing.',
    first:
      'Look for the burst in the log of `driver/settle`, then for its load generators (drives) in that of `driver/drive`.',
    next: 'The REPORT lines of the log of a drive have its memory and time. If a drive used up its memory, use fewer users, more shards, or smaller responses.',
  },
  DriveThrottled: {
    watches: 'throttled invocations of `driver/drive` within a minute, above 0',
    meaning: 'Lambda refused to start some shards, so the target got less load than planned.',
    first:
      'Treat the delivered load of that run as too low; use fewer shards or raise the concurrency limit.',
    next: 'Concurrency is a quota of the account and region (Service Quotas, Lambda, Concurrent executions); `npm run deploy` sets half of it aside for drives, and `driveConcurrency` changes that number.',
  },
  DriveSpending: {
    watches: 'Lambda dollars of all drives within an hour, above the option `driveDollarsPerHour`',
    meaning: 'The load generators (drives) of the last hour cost more than the deployment expects.',
    first: 'List the running bursts and stop each burst without a known owner: PUT /api/burst/{id}/stop.',
    next: 'The audit lines of the log of `api/burst-start` name the owners. If no owner answers, revoke the key.',
  },
  ControlThrottled: {
    watches: `throttled invocations of ${named('conducting')} within a minute, above 0`,
    meaning:
      'Lambda refused functions that start, control and stop bursts, because the account has no free concurrency.',
    first: 'Stop the largest burst. AWS tries throttled calls again by itself.',
    next: 'Deploy again with `--forget concurrency`, which sets a part aside for these functions where the account has enough, or with a lower `driveConcurrency`.',
  },
  ControlFailed: {
    watches: `errors of ${named('conducting')} within 5 minutes, above 3`,
    meaning: 'Functions that start, control and stop bursts fail, so often that retries do not help.',
    first:
      'Read the last lines with level ERROR in the logs of `driver/plan`, `await-start` and `burst-start`.',
    next: 'AccessDenied means that somebody changed the stack by hand, or that a deployment did not finish: deploy again.',
  },
  FinishThrottled: {
    watches: `throttled invocations of ${named('finishing')} within a minute, above 0`,
    meaning: 'Lambda refused functions that merge bursts, clean up after them and start scheduled runs.',
    first: 'Check whether the burst ends by itself: AWS tries throttled calls again for minutes.',
    next: 'A burst of more than 40 groups of 64 shards asks for more `driver/merge-group` at once than are reserved: such throttles are harmless. With smaller bursts the account is out of concurrency: see ControlThrottled.',
  },
  FinishFailed: {
    watches: `errors of ${named('finishing')} within 5 minutes, above 3`,
    meaning:
      'Functions that merge bursts, clean up after them and start scheduled runs fail, so often that retries do not help.',
    first: 'Read the last lines with level ERROR in the logs of `driver/settle`, `merge` and `clean`.',
    next: 'AccessDenied means that somebody changed the stack by hand, or that a deployment did not finish: deploy again. A timeout in `settle` or `merge` means that more was measured than they can merge.',
  },
  ConcurrencyHigh: {
    watches: 'concurrent Lambda executions of the account, above 80 % of its quota',
    meaning:
      'The account has little Lambda concurrency left in this region. Soon Lambda will throttle all functions.',
    first:
      'Check on the dashboard whether load generators (drives) use the concurrency. If so, start no further load test now.',
    next: 'Ask for a higher quota, or give this deployment a separate account.',
  },
  TablesThrottled: {
    watches: 'throttled requests of the tables of bursts, keys and runs within a minute, above 10',
    meaning:
      'DynamoDB refused requests: a partition or the account is above its limit. Load generators that cannot read their stop flag stop by themselves.',
    first:
      'Find the throttled table on the dashboard. If it is the table of bursts, start no further load test now.',
    next: 'If the table was idle for long, wait some minutes, in which DynamoDB makes it faster. If a burst had more shards than docs/scale.md lists, use fewer: one partition cannot take their requests.',
  },
  WorkFailed: {
    watches: 'messages among the dead letters of both queues of work, above 0',
    meaning:
      'Datasets or label values of some runs were not made: a task failed five times. The runs themselves are complete and have a note.',
    first:
      'Read the last lines with level ERROR in the log of `work/perform`: they name the run and the reason.',
    next: 'The summary of such a run has the reason too. When the cause is gone, send the dead letters again (Dead letters, below). If a script or a document can never be computed, purge its messages from the queue.',
  },
  WorkLate: {
    watches: 'age of the oldest message of the queue `now`, above 300 seconds',
    meaning: 'The datasets and label values of new uploads are late. No data is lost.',
    first: 'See on the dashboard whether `work/perform` is throttled or fails.',
    next: 'If the function is throttled, the account is out of concurrency, mostly because of drives. If the function fails, its log has the reason. Recalculations wait in another queue and are not the reason.',
  },
  ApiBroken: {
    watches:
      'replies of the HTTP API with a status of 500 and above, but 507 of a full team, within 5 minutes, above 0',
    meaning:
      'The results API answered a 5xx: a bug of Downpour or a store that cannot be reached, not a wrong request.',
    first:
      'Find the route in the access log by its status, then the error with its cause in that function’s log.',
    next: 'The line of the log has the `requestId` of the reply.',
  },
  ApiSlow: {
    watches: '99th percentile of the latency of the HTTP API within 5 minutes, above 23 seconds',
    meaning: 'One call of the results API in a hundred takes almost as long as API Gateway allows.',
    first: 'Look for a wide query ($..*) over a large run in the access log and ask its author to narrow it.',
    next: 'The metric `ApiLatency` by route tells which calls are slow.',
  },
} as const satisfies Readonly<Record<string, AlarmText>>;

export type AlarmName = keyof typeof alarmTexts;
