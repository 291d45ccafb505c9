/** Tasks of ECS Fargate that drive in place of functions. */

/**
 * The memory of a task in MB per processor. It is the least that Fargate offers to tasks of at least one
 * processor.
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-cpu-memory-error.html
 */
export const taskMemoryMbCore = 2048;

/** The numbers of processors that a task may have. */
export const taskCores = [1, 2, 4, 8, 16] as const;

/** The number of processors of a task, unless the deployment sets another number. */
export const usualTaskCores = 1;

/**
 * The time in seconds that AWS charges in addition to the time of a task's process. In it AWS loads the
 * image, and starts and stops the container.
 */
export const taskStartS = 30;

/** The shortest time in seconds that AWS charges for a task. https://aws.amazon.com/fargate/pricing/ */
export const taskSecondsMin = 60;

/**
 * The interval in seconds at which a task reports that it is alive. `functions/driver/burst.asl.json` waits
 * longer for a report, because the first report comes only after the container has started.
 */
export const taskBeatS = 10;

/** The limit of tasks that drive at once on one machine. Each task is a process there. */
export const localTasksMax = 32;
