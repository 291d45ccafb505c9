/** Tasks of ECS Fargate that drive in place of functions. */

/**
 * Memory in MB for each processor of a task: the least that Fargate offers from one processor on.
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task-cpu-memory-error.html
 */
export const taskMemoryMbCore = 2048;

/** Numbers of processors that a task may have. */
export const taskCores = [1, 2, 4, 8, 16] as const;

/** Processors of a task, unless the deployment sets another number. */
export const usualTaskCores = 1;

/**
 * Seconds that AWS charges before and after the process of a task: the image is loaded, the container starts
 * and stops.
 */
export const taskStartS = 30;

/** Least seconds that AWS charges for a task. https://aws.amazon.com/fargate/pricing/ */
export const taskSecondsMin = 60;

/**
 * A task reports each so many seconds that it is alive. `functions/driver/burst.asl.json` waits longer for a
 * report: the first one comes when the container has started.
 */
export const taskBeatS = 10;

/** Tasks that drive at once on one machine, where each is a process. */
export const localTasksMax = 32;
