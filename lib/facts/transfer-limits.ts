/**
 * The most bytes that Lambda passes to a function, and the most that it accepts from one.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const invocationBytesMax = 6 * 1024 * 1024;

/**
 * Seconds for which the URL of a reply larger than `invocationBytesMax` works. `schema/openapi.json`
 * documents it.
 */
export const largeReplyUrlS = 900;

/** Seconds for which a presigned URL accepts a file that is too large for a request. */
export const fileUrlS = 900;

/** Seconds for which a presigned URL accepts a part of an upload. A slower client asks for new URLs. */
export const partUrlS = 3600;
