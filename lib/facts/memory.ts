/**
 * Memory in MB with which a Lambda function gets one whole processor.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html
 */
export const coreMemoryMb = 1769;

/**
 * Memory of a drive in MB. A drive is one event loop, so it gets one processor. The price of a plan and the
 * spending alarm follow from this number.
 */
export const driveMemoryMb = coreMemoryMb;
