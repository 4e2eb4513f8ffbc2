import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { Fault, passwordTurns, timeOrderedId, dayMs, hourMs } from '#kernel'
import { isWithinLimits, resetSeconds } from '#ratelimit'
import { deletePageKey, findPageAccess, findPageKey, replacePageKey, seePageReader } from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import type { PageAccessRow } from '#storage/status-pages'
import type { Visitor } from '../subscriptions/index.ts'

/** For how long a visitor who has signed in need not do it again. */
const sessionMs = 30 * dayMs

const guesses = { requests: 10, seconds: 900 }
/** Guessing is hopeless; this bounds what it costs. */
const guessesOfAll = { requests: 3000, seconds: 900 }
const passwordBytes = 15
const saltBytes = 16
const hashBytes = 32

/** The content of the visitor's cookie after the password or a link was accepted. */
export interface PageSession {
  readonly cookieToken: string
  readonly expiresAt: Date
}

/**
 * Verifies the password of a private page. Returns a session of 30 days, or null for a wrong password and for pages
 * without one. Throws RATE_LIMITED after 10 attempts in a quarter of an hour from one address, and after 3000 from all, and
 * TOO_MANY_PASSWORDS.
 */
export async function unlockStatusPage(
  store: Store,
  { statusPageId, password }: { readonly statusPageId: string; readonly password: string },
  { nowMs, clientAddress }: Visitor,
): Promise<PageSession | null> {
  const limits = [
    { key: `unlock ${statusPageId} from ${clientAddress}`, ...guesses },
    { key: `unlock ${statusPageId}`, ...guessesOfAll },
  ]
  if (!(await isWithinLimits(store.db, limits, nowMs))) throw tooManyGuesses(nowMs)
  const key = await findPageKey(store.db, statusPageId)
  if (key === null || !(await isPassword(password.trim(), key.passwordHash))) return null
  const expiresAt = new Date(nowMs + sessionMs)
  return { cookieToken: tokenOf(store, key.id, expiresAt.getTime()), expiresAt }
}

/** A session of 30 days, which ends with the reader. */
export function readerSession(store: Store, readerId: string, nowMs: number): PageSession {
  const expiresAt = new Date(nowMs + sessionMs)
  return { cookieToken: readerTokenOf(store, readerId, expiresAt.getTime()), expiresAt }
}

/** How a private page is opened: by a password, by readers' links, by both or not at all. */
export const findAccess = (
  store: Store,
  { accountId, id }: Pick<ReadPage, 'accountId' | 'id'>,
): Promise<PageAccessRow> => findPageAccess(store.db, accountId, id)

interface ReadPage {
  readonly id: string
  readonly accountId: string
  readonly isPrivate: boolean
}

const tokenPattern = /^(?<expiresAtMs>\d{13,14})[.](?:(?<readerId>[\da-f-]{36})[.])?[\w-]{43}$/

/**
 * Whether a visitor may read a page: a public one always, a private one with an unexpired token that was made for its
 * present password, or for somebody who is one of its readers.
 */
export async function mayRead(
  store: Store,
  page: ReadPage,
  cookieToken: string | null,
  nowMs: number,
): Promise<boolean> {
  if (!page.isPrivate) return true
  const { expiresAtMs = '0', readerId } = partsOf(cookieToken)
  if (cookieToken === null || Number(expiresAtMs) <= nowMs) return false
  if (readerId !== undefined) {
    const isSigned = isSame(cookieToken, readerTokenOf(store, readerId, Number(expiresAtMs)))
    return isSigned && isReading(store, page, readerId, nowMs)
  }
  const key = await findPageKey(store.db, page.id)
  return key !== null && isSame(cookieToken, tokenOf(store, key.id, Number(expiresAtMs)))
}

const partsOf = (cookieToken: string | null): Readonly<Partial<Record<string, string>>> =>
  tokenPattern.exec(cookieToken ?? '')?.groups ?? {}

const isReading = ({ db }: Store, { accountId, id: statusPageId }: ReadPage, id: string, nowMs: number) =>
  seePageReader(db, { accountId, statusPageId, id, now: new Date(nowMs), before: new Date(nowMs - hourMs) })

/** Sets a new password of a page, which ends every session, and returns it: it cannot be read again. */
export async function setPagePassword(
  tx: Queryable,
  page: { readonly accountId: string; readonly id: string },
  nowMs: number,
): Promise<string> {
  const password = randomBytes(passwordBytes).toString('base64url')
  await replacePageKey(tx, {
    accountId: page.accountId,
    id: timeOrderedId(nowMs),
    statusPageId: page.id,
    passwordHash: await hashOf(password, randomBytes(saltBytes)),
    maskedKey: `${'*'.repeat(8)}${password.slice(-4)}`,
    createdAt: new Date(nowMs),
  })
  return password
}

/** Removes the password of a page that becomes public. */
export const clearPagePassword = (tx: Queryable, page: { readonly accountId: string; readonly id: string }) =>
  deletePageKey(tx, page.accountId, page.id)

const tokenOf = ({ encryption }: Store, keyId: string, expiresAtMs: number): string =>
  `${expiresAtMs}.${encryption.sign(`page session ${keyId} ${expiresAtMs}`)}`

const readerTokenOf = ({ encryption }: Store, readerId: string, expiresAtMs: number): string =>
  `${expiresAtMs}.${readerId}.${encryption.sign(`page reader ${readerId} ${expiresAtMs}`)}`

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, salt = ''] = hash.split(':')
  return isSame(await hashOf(password, Buffer.from(salt, 'base64')), hash)
}

/**
 * scrypt with the costs Node recommends as a default: 16 MB and some 50 ms for a guess. Pages take turns by their salts.
 * Throws TOO_MANY_PASSWORDS.
 */
function hashOf(password: string, salt: Buffer): Promise<string> {
  const name = salt.toString('base64')
  const derive = (): Promise<string> =>
    new Promise((resolve, reject) => {
      scrypt(password, salt, hashBytes, (error, key) => {
        if (error) reject(error)
        else resolve(`scrypt:${name}:${key.toString('base64')}`)
      })
    })
  return passwordTurns.run(name, derive)
}

function tooManyGuesses(nowMs: number): Fault {
  const { requests: limit, seconds } = guesses
  const retryAfter = resetSeconds(guesses, nowMs)
  return new Fault('RATE_LIMITED', { values: { limit, seconds, retryAfter }, attributes: { retryAfter } })
}
