import { timingSafeEqual } from 'node:crypto'
import { hourMs } from '#kernel'
import type { Encryption } from '#kernel'
import type { AssetKey } from './asset-run.ts'

/** How long a link works. */
export const linkLifeMs = hourMs

export interface AssetLink {
  readonly key: AssetKey
  /** The last part of the path. It is not part of the token of a stored file, whose name may be long. */
  readonly name: string
  /** Of a stored file; null for those that are made from the result. */
  readonly artifactId: string | null
  /** Epoch milliseconds. */
  readonly expiresAtMs: number
}

const purpose = 'asset link '
/** One of these two identifies the kind of result. */
const kinds = { check: 'check', testSession: 'test-session' } as const

/**
 * The path of a link that works without a key: it permits the download of this one asset until it expires. It contains
 * the account, so that it never leads to another one.
 */
export function assetPath(encryption: Encryption, { key, name, artifactId, expiresAtMs }: AssetLink): string {
  const parent = key.testSessionId === null ? [kinds.check, key.checkId] : [kinds.testSession, key.testSessionId]
  const fields = [
    expiresAtMs,
    key.accountId,
    ...parent,
    key.resultId,
    ...(artifactId === null ? [name] : ['', artifactId]),
  ]
  const payload = Buffer.from(fields.join('|')).toString('base64url')
  return `/downloads/${payload}.${encryption.sign(purpose + payload)}/${encodeURIComponent(name)}`
}

/** The link behind a token; null when its signature is invalid. */
export function openAssetToken(encryption: Encryption, token: string): AssetLink | null {
  const [payload = '', signature = '', rest] = token.split('.')
  if (rest !== undefined || !isSame(signature, encryption.sign(purpose + payload))) return null
  return linkOf(Buffer.from(payload, 'base64url').toString().split('|'))
}

/** Of a token whose signature is valid, so that every field is there; the last one is absent without an artifact. */
function linkOf(fields: readonly string[]): AssetLink {
  const [expiresAt, accountId = '', kind, parentId = '', resultId = '', name = '', artifactId] = fields
  const parent =
    kind === kinds.check ? { checkId: parentId, testSessionId: null } : { checkId: null, testSessionId: parentId }
  return {
    key: { accountId, resultId, ...parent },
    name,
    artifactId: artifactId || null,
    expiresAtMs: Number(expiresAt),
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
