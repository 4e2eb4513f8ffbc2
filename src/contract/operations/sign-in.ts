import Type from 'typebox'
import {
  BrowserSessionSchema,
  LinkSignInBodySchema,
  OidcFinishBodySchema,
  OidcFinishSchema,
  OidcStartBodySchema,
  OidcStartSchema,
  PasswordBodySchema,
  PasswordSignInBodySchema,
  SignedInSchema,
  SignInOptionsSchema,
} from '../resources/sign-in.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'
import type { RateLimit } from './row.ts'

const operation = operationsOf('Browser sessions')
/** From one address; guesses for one email address are limited besides. */
const limit: RateLimit = { requests: 30, seconds: 60 }

/** Sessions of browsers. Public operations set and read the cookie themselves. */
export const signInOperations = {
  signInWithPassword: operation('POST /v1/sign-in/password', {
    summary: 'Sign in with email address and password; sets the session cookie',
    access: 'public',
    ownSiteOnly: true,
    body: PasswordSignInBodySchema,
    success: { status: 200, schema: SignedInSchema },
    faults: ['SIGN_IN_FAILED', 'TOO_MANY_PASSWORDS'],
    limit,
  }),
  signInWithLink: operation('POST /v1/sign-in/link', {
    summary: 'Sign in with the token of a one-time link; sets the session cookie',
    access: 'public',
    ownSiteOnly: true,
    body: LinkSignInBodySchema,
    success: { status: 200, schema: SignedInSchema },
    faults: ['SIGN_IN_LINK_INVALID'],
    limit,
  }),
  getSignInOptions: operation('GET /v1/sign-in', {
    summary: 'How people can sign in here',
    access: 'public',
    success: { status: 200, schema: SignInOptionsSchema },
  }),
  startOidcSignIn: operation('POST /v1/sign-in/oidc', {
    summary: 'Start a sign-in at the identity provider; sets a cookie that this browser needs to finish it',
    access: 'public',
    ownSiteOnly: true,
    body: OidcStartBodySchema,
    success: { status: 200, schema: OidcStartSchema },
    faults: ['OIDC_NOT_CONFIGURED', 'OIDC_UNREACHABLE'],
    limit,
  }),
  finishOidcSignIn: operation('POST /v1/sign-in/oidc/finish', {
    summary: 'Complete a sign-in with the identity provider; sets the session cookie',
    access: 'public',
    ownSiteOnly: true,
    body: OidcFinishBodySchema,
    success: { status: 200, schema: OidcFinishSchema },
    faults: [
      'OIDC_NOT_CONFIGURED',
      'OIDC_SIGN_IN_ENDED',
      'OIDC_UNREACHABLE',
      'OIDC_REJECTED',
      'OIDC_EMAIL_UNVERIFIED',
      'OIDC_SIGN_IN_TO_LINK',
      'OIDC_ADDRESS_SHARED',
      'OIDC_GROUPS_MISSING',
      'OIDC_NOT_ALLOWED',
    ],
    limit,
  }),
  signOut: operation('POST /v1/sign-out', {
    summary: 'End the session of the cookie, if there is one',
    access: 'public',
    ownSiteOnly: true,
  }),
  getSignedIn: operation('GET /v1/session', {
    summary: 'Get the signed-in person, their accounts with roles, and the session',
    acrossAccounts: true,
    success: { status: 200, schema: SignedInSchema },
  }),
  listBrowserSessions: operation('GET /v1/sessions', {
    summary: 'List the browsers in which the person is signed in, the latest first',
    acrossAccounts: true,
    success: { status: 200, schema: Type.Array(BrowserSessionSchema) },
  }),
  endBrowserSession: operation('DELETE /v1/sessions/{id}', {
    summary: 'Sign out another browser of the person, or this one',
    access: 'read',
    acrossAccounts: true,
    params: byId,
    faults: ['BROWSER_SESSION_NOT_FOUND'],
  }),
  setPassword: operation('PUT /v1/password', {
    summary: 'Set or change the password of the person; signs out their other browsers',
    access: 'read',
    acrossAccounts: true,
    body: PasswordBodySchema,
    faults: ['PERSON_REQUIRED', 'PASSWORD_WRONG', 'TOO_MANY_PASSWORDS'],
    limit,
  }),
} as const
