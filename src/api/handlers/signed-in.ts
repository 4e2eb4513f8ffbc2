import type { BrowserSessionResource, SignedInResource } from '#contract'
import { getSignedIn, knownBrowserToken, listSessions } from '#management'
import type { NewSession } from '#management'
import type { BrowserSessionRow } from '#storage/accounts'
import type { RequestContext } from '../request-context.ts'

export const presentSession = (row: BrowserSessionRow, currentId: string | null): BrowserSessionResource => ({
  id: row.id,
  method: row.method,
  userAgent: row.userAgent,
  address: row.address,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  isCurrent: row.id === currentId,
})

/** Who is signed in with this session, if any. */
export async function presentSignedIn(
  { store, now }: RequestContext,
  { userId, sessionId }: { readonly userId: string | null; readonly sessionId: string | null },
): Promise<SignedInResource> {
  const { person, accounts, mayCreateAccounts } = await getSignedIn(store, userId)
  const sessions = sessionId === null ? [] : await listSessions(store, userId, now)
  const session = sessions.find(({ id }) => id === sessionId)
  const user = person && {
    id: person.id,
    name: person.name,
    email: person.email,
    hasPassword: person.passwordHash !== null,
  }
  return {
    user,
    accounts: [...accounts],
    mayCreateAccounts,
    session: session ? presentSession(session, sessionId) : null,
  }
}

/** Gives the browser a session that was opened. */
export async function welcome(context: RequestContext, opened: NewSession): Promise<SignedInResource> {
  context.setSessionCookie(opened.token)
  const known = await knownBrowserToken(context.store, opened.userId)
  if (known !== null) context.setKnownBrowserCookie(known)
  return presentSignedIn(context, { userId: opened.userId, sessionId: opened.id })
}
