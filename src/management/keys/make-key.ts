import type { Role } from '#contract'
import { hashToken, randomToken, timeOrderedId } from '#kernel'
import type { ApiKeyKind, NewApiKey } from '#storage'

/** A prefix per kind, so that scanners for leaked secrets can tell what they found. */
const prefixes: { readonly [K in ApiKeyKind]: string } = { user: 'bfu_', service: 'bfs_' }

const keyBytes = 24
const shownCharacters = 10

export interface KeyOwner {
  readonly kind: ApiKeyKind
  readonly accountId: string | null
  readonly userId: string | null
  readonly role: Role | null
}

export const randomKey = (kind: ApiKeyKind): string => `${prefixes[kind]}${randomToken(keyBytes)}`

/** What is stored of a key: its hash, and too little of its text to guess the rest. */
export const keyRow = (key: string, name: string, owner: KeyOwner, now: Date): NewApiKey => ({
  id: timeOrderedId(now.getTime()),
  name,
  prefix: key.slice(0, Math.min(shownCharacters, Math.floor(key.length / 3))),
  hash: hashToken(key),
  createdAt: now,
  ...owner,
})
