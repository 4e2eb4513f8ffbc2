/** A place did not take a copy; the message says why, without credentials. */
export class CopyError extends Error {}
