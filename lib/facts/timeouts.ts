/** The longest run of a drive in seconds, which is the longest that Lambda allows. */
export const driveTimeoutS = 900;

/**
 * The longest time in milliseconds by which drives may start before their phase. Their functions also need 12
 * minutes for the longest segment, and a minute for their last users and their measurements.
 */
export const leadMsMax = 120_000;

/** The longest run of an API function in seconds. API Gateway gives up after 30 seconds. */
export const apiTimeoutS = 29;

/** The longest time in seconds for which a function works on one message of a queue. */
export const workTimeoutS = 300;

/**
 * The longest execution of a burst in seconds. `functions/driver/burst.asl.json` sets the same limit for
 * itself.
 */
export const burstS = 86_400;

/**
 * A scheduled run may start up to this many seconds after its time. Downpour skips it when it would start
 * later, because no person expects it then.
 */
export const scheduleLateS = 900;
