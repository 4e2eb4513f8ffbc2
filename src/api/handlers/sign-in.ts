import type { BrowserSessionResource, Handlers, RateLimit, SignedInResource } from '#contract'
import { Fault } from '#kernel'
import {
  endSession,
  endSessionOfToken,
  getSignedIn,
  listSessions,
  setPassword,
  signInWithLink,
  signInWithPassword,
} from '#management'
import type { NewSession } from '#management'
import { isWithinLimits, resetSeconds } from '#ratelimit'
import type { BrowserSessionRow } from '#storage'
import { clientAddress } from '../client-address.ts'
import type { RequestContext } from '../request-context.ts'

/** Guesses of the password of one person: from one network, and from all together. */
const guesses: RateLimit = { requests: 10, seconds: 900 }
const guessesOfAll: RateLimit = { requests: 200, seconds: 900 }

/** Throws RATE_LIMITED. */
async function limitGuesses({ store, visitor, now }: RequestContext, person: string): Promise<void> {
  const name = `password ${person.toLowerCase()}`
  const limits = [
    { ...guesses, key: `${name} from ${clientAddress(visitor.address)}` },
    { ...guessesOfAll, key: name },
  ]
  if (await isWithinLimits(store.db, limits, now.getTime())) return
  const { requests: limit, seconds } = guesses
  throw new Fault('RATE_LIMITED', { values: { limit, seconds, retryAfter: resetSeconds(guesses, now.getTime()) } })
}

const presentSession = (row: BrowserSessionRow, currentId: string | null): BrowserSessionResource => ({
  id: row.id,
  method: row.method,
  userAgent: row.userAgent,
  address: row.address,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isCurrent: row.id === currentId,
})

async function presentSignedIn(
  { store, now }: RequestContext,
  { userId, sessionId }: { readonly userId: string | null; readonly sessionId: string | null },
): Promise<SignedInResource> {
  const { person, accounts } = await getSignedIn(store, userId)
  const sessions = sessionId === null ? [] : await listSessions(store, userId, now)
  const session = sessions.find(({ id }) => id === sessionId)
  const user = person && {
    id: person.id,
    name: person.name,
    email: person.email,
    hasPassword: person.passwordHash !== null,
  }
  return { user, accounts: [...accounts], session: session ? presentSession(session, sessionId) : null }
}

async function welcome(context: RequestContext, opened: NewSession): Promise<SignedInResource> {
  context.setSessionCookie(opened.token)
  return presentSignedIn(context, { userId: opened.userId, sessionId: opened.id })
}

export const signInHandlers = {
  signInWithPassword: async ({ body }, context) => {
    await limitGuesses(context, body.email)
    return welcome(context, await signInWithPassword(context.store, body, context))
  },

  signInWithLink: async ({ body }, context) =>
    welcome(context, await signInWithLink(context.store, body.token, context)),

  signOut: async (_input, context) => {
    if (context.sessionToken !== undefined) await endSessionOfToken(context.store, context.sessionToken)
    context.setSessionCookie(null)
    return undefined
  },

  getSignedIn: (_input, context) => presentSignedIn(context, context),

  listBrowserSessions: async (_input, { store, userId, sessionId, now }) =>
    (await listSessions(store, userId, now)).map((row) => presentSession(row, sessionId)),

  endBrowserSession: async ({ params }, { store, userId }) => {
    await endSession(store, userId, params.id)
    return undefined
  },

  setPassword: async ({ body }, context) => {
    const { store, userId, sessionId, now } = context
    if (userId !== null) await limitGuesses(context, userId)
    await setPassword(store, { ...body, userId, sessionId, now })
    return undefined
  },
} satisfies Partial<Handlers<RequestContext>>
