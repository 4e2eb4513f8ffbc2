import Type from 'typebox'
import {
  BrowserSessionSchema,
  LinkSignInBodySchema,
  PasswordBodySchema,
  PasswordSignInBodySchema,
  SignedInSchema,
} from '../resources/sign-in.ts'
import { byId } from './request-parts.ts'
import { operation } from './row.ts'
import type { RateLimit } from './row.ts'

const tag = 'Browser sessions'
/** From one address; guesses for one email address are limited besides. */
const limit: RateLimit = { requests: 30, seconds: 60 }

/** Sessions of browsers. Public operations set and read the cookie themselves. */
export const signInOperations = {
  signInWithPassword: operation({
    method: 'POST',
    path: '/v1/sign-in/password',
    tag,
    summary: 'Sign in with email address and password; sets the session cookie',
    access: 'public',
    ownSiteOnly: true,
    body: PasswordSignInBodySchema,
    success: { status: 200, schema: SignedInSchema },
    faults: ['SIGN_IN_FAILED'],
    limit,
  }),
  signInWithLink: operation({
    method: 'POST',
    path: '/v1/sign-in/link',
    tag,
    summary: 'Sign in with the token of a one-time link; sets the session cookie',
    access: 'public',
    ownSiteOnly: true,
    body: LinkSignInBodySchema,
    success: { status: 200, schema: SignedInSchema },
    faults: ['SIGN_IN_LINK_INVALID'],
    limit,
  }),
  signOut: operation({
    method: 'POST',
    path: '/v1/sign-out',
    tag,
    summary: 'End the session of the cookie, if there is one',
    access: 'public',
    ownSiteOnly: true,
    success: { status: 204 },
    faults: [],
  }),
  getSignedIn: operation({
    method: 'GET',
    path: '/v1/session',
    tag,
    summary: 'Who makes this request: the person, their accounts with their roles, and the session',
    access: 'read',
    acrossAccounts: true,
    success: { status: 200, schema: SignedInSchema },
    faults: [],
  }),
  listBrowserSessions: operation({
    method: 'GET',
    path: '/v1/sessions',
    tag,
    summary: 'List the browsers in which the person is signed in, the latest first',
    access: 'read',
    acrossAccounts: true,
    success: { status: 200, schema: Type.Array(BrowserSessionSchema) },
    faults: [],
  }),
  endBrowserSession: operation({
    method: 'DELETE',
    path: '/v1/sessions/{id}',
    tag,
    summary: 'Sign out another browser of the person, or this one',
    access: 'read',
    acrossAccounts: true,
    params: byId,
    success: { status: 204 },
    faults: ['BROWSER_SESSION_NOT_FOUND'],
  }),
  setPassword: operation({
    method: 'PUT',
    path: '/v1/password',
    tag,
    summary: 'Set or change the password of the person; signs out their other browsers',
    access: 'read',
    acrossAccounts: true,
    body: PasswordBodySchema,
    success: { status: 204 },
    faults: ['PERSON_REQUIRED', 'PASSWORD_WRONG'],
    limit,
  }),
} as const
