import { hashToken, randomToken, timeOrderedId } from '#kernel'
import type { NewPrivateLocationKey, PrivateLocationKeyRow } from '#storage'

/** Two, so that agents can move from one to the other without a gap. */
export const mostKeys = 2
const keyBytes = 24
const shownAtEnd = 4
/** Scanners for leaked secrets can tell by it what they found. */
const prefix = 'pl_'

/** A key as the answer that makes it tells it, with its text in clear this once. */
export type CreatedLocationKey = PrivateLocationKeyRow & { readonly rawKey: string }

/** A new key, and what is stored of it: its hash, and its last characters to recognise it by. */
export function makeLocationKey(
  location: { readonly accountId: string; readonly locationId: string },
  nowMs: number,
): { readonly stored: NewPrivateLocationKey; readonly created: CreatedLocationKey } {
  const rawKey = `${prefix}${randomToken(keyBytes)}`
  const row: PrivateLocationKeyRow = {
    id: timeOrderedId(nowMs),
    masked: `${prefix}...${rawKey.slice(-shownAtEnd)}`,
    createdAt: new Date(nowMs),
    updatedAt: null,
  }
  return { stored: { ...row, ...location, hash: hashToken(rawKey) }, created: { ...row, rawKey } }
}
