import { textHash } from '#kernel'

/** Names the group of a cleaned message: SHA-256 in hex (specification 2.12). */
export const errorHash = (cleanedMessage: string): string => textHash(cleanedMessage)
