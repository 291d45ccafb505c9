/**
 * The memory in MB from which a Lambda function has one whole processor.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
export const coreMemoryMb = 1769;

/**
 * The memory of a drive in MB. A drive is one event loop, so it gets one processor. The price of a plan and
 * the spending alarm follow from this number.
 */
export const driveMemoryMb = coreMemoryMb;
