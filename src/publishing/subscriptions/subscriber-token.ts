import { idOfToken, signedId } from '#kernel'
import type { Encryption } from '#kernel'

/**
 * Ends the subscription of one subscriber and nothing else. It is derived from the id, because every mail contains it.
 */
export const unsubscribeToken = (encryption: Encryption, subscriberId: string): string =>
  signedId(encryption, 'unsubscribe', subscriberId)

/** The subscriber a token was made for, or null. */
export const subscriberOfToken = (encryption: Encryption, token: string): string | null =>
  idOfToken(encryption, 'unsubscribe', token)
