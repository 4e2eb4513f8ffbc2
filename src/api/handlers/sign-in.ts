import type { Handlers } from '#contract'
import {
  endSession,
  endSessionOfToken,
  findKnownPerson,
  listSessions,
  setPassword,
  signInWithLink,
  signInWithPassword,
} from '#management'
import { presentSession, presentSignedIn, welcome } from './signed-in.ts'
import type { RequestContext } from '../request-context.ts'
import { limitGuesses } from './limit-guesses.ts'

export const signInHandlers = {
  signInWithPassword: async ({ body }, context) => {
    await limitGuesses(context, body.email, await findKnownPerson(context.store, body.email, context.knownBrowserToken))
    return welcome(context, await signInWithPassword(context.store, body, context))
  },

  signInWithLink: async ({ body }, context) =>
    welcome(context, await signInWithLink(context.store, body.token, context)),

  signOut: async (_input, context) => {
    if (context.sessionToken !== undefined) await endSessionOfToken(context.store, context.sessionToken)
    context.setSessionCookie(null)
  },

  getSignedIn: (_input, context) => presentSignedIn(context, context),

  listBrowserSessions: async (_input, { store, userId, sessionId, now }) =>
    (await listSessions(store, userId, now)).map((row) => presentSession(row, sessionId)),

  endBrowserSession: ({ params }, { store, userId }) => endSession(store, userId, params.id),

  setPassword: async ({ body }, context) => {
    const { store, userId, sessionId, now } = context
    if (userId !== null) await limitGuesses(context, userId)
    await setPassword(store, { ...body, userId, sessionId, now })
  },
} satisfies Partial<Handlers<RequestContext>>
