import type { Handlers } from '#contract'
import { allowsPasskeys } from '#identity'
import { Fault, randomToken } from '#kernel'
import { findSession, rememberOidcSignIn, resumeOidcSignIn, signInAttested } from '#management'
import type { RequestContext, SignInProvider } from '../request-context.ts'

const tokenBytes = 32

/** Throws OIDC_NOT_CONFIGURED. */
function providerOf({ signInProvider }: RequestContext): SignInProvider {
  if (signInProvider === null) throw new Fault('OIDC_NOT_CONFIGURED')
  return signInProvider
}

export const oidcHandlers = {
  getSignInOptions: async (_input, { signInProvider, publicUrl }) => ({
    provider: signInProvider && { name: signInProvider.name },
    passkeys: allowsPasskeys(publicUrl),
  }),

  startOidcSignIn: async ({ body }, context) => {
    const { url, ...started } = await providerOf(context).identities.start()
    // One browser may start several, in several tabs.
    const browserToken = context.oidcToken ?? randomToken(tokenBytes)
    const { store, now } = context
    await rememberOidcSignIn(store, { ...started, browserToken, returnPath: body.next, now })
    context.setOidcCookie(browserToken)
    return { url }
  },

  finishOidcSignIn: async ({ body: { parameters } }, context) => {
    const { identities, terms } = providerOf(context)
    const { store, now, oidcToken: browserToken } = context
    const state = new URLSearchParams(parameters).get('state') ?? ''
    const { returnPath, ...secrets } = await resumeOidcSignIn(store, { state, browserToken, now })
    const attested = await identities.finish(parameters, { ...secrets, state })
    const { visitor, sessionToken } = context
    const session = sessionToken === undefined ? null : await findSession(store, sessionToken, now)
    const signedInUserId = session?.userId ?? null
    const { token } = await signInAttested(store, attested, { terms, signedInUserId, visitor, now })
    context.setSessionCookie(token)
    return { next: returnPath }
  },
} satisfies Partial<Handlers<RequestContext>>
