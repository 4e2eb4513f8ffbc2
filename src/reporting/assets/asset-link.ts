import { timingSafeEqual } from 'node:crypto'
import { hourMs } from '#kernel'
import type { Encryption } from '#kernel'
import type { AssetKey } from './asset-run.ts'

/** How long a link works. */
export const linkLifeMs = hourMs

export interface AssetLink {
  readonly key: AssetKey
  readonly name: string
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
export function assetPath(encryption: Encryption, { key, name, expiresAtMs }: AssetLink): string {
  const parent = key.testSessionId === null ? [kinds.check, key.checkId] : [kinds.testSession, key.testSessionId]
  const fields = [expiresAtMs, key.accountId, ...parent, key.resultId, name]
  const payload = Buffer.from(fields.join('|')).toString('base64url')
  return `/downloads/${payload}.${encryption.sign(purpose + payload)}/${encodeURIComponent(name)}`
}

/** The link behind a token; null when its signature is invalid. */
export function openAssetToken(encryption: Encryption, token: string): AssetLink | null {
  const [payload = '', signature = '', rest] = token.split('.')
  if (rest !== undefined || !isSame(signature, encryption.sign(purpose + payload))) return null
  const fields = Buffer.from(payload, 'base64url').toString().split('|')
  const [expiresAt, accountId = '', kind, parentId = '', resultId = '', name = ''] = fields
  const parent =
    kind === kinds.check ? { checkId: parentId, testSessionId: null } : { checkId: null, testSessionId: parentId }
  return { key: { accountId, resultId, ...parent }, name, expiresAtMs: Number(expiresAt) }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
