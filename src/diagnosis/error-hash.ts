import { textHash } from '#kernel'

/** Identifies the error group of a cleaned message: SHA-256 in hex. */
export const errorHash = (cleanedMessage: string): string => textHash(cleanedMessage)
