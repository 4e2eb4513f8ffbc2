import Type from 'typebox'
import {
  PasskeyBodySchema,
  PasskeyCreationOptionsSchema,
  PasskeyNameBodySchema,
  PasskeyRequestOptionsSchema,
  PasskeySchema,
  PasskeySignInBodySchema,
  PasskeyStartBodySchema,
} from '../resources/passkey.ts'
import { SignedInSchema } from '../resources/sign-in.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'
import type { RateLimit } from './row.ts'

const operation = operationsOf('Passkeys')
const limit: RateLimit = { requests: 30, seconds: 60 }

/** Passkeys of a person (WebAuthn), and signing in with one. */
export const passkeyOperations = {
  startPasskeySignIn: operation('POST /v1/sign-in/passkey', {
    summary: 'Start a sign-in with a passkey: returns the options for the authenticator',
    access: 'public',
    ownSiteOnly: true,
    readsOnly: true,
    success: { status: 200, schema: PasskeyRequestOptionsSchema },
    faults: ['PASSKEYS_UNAVAILABLE'],
    limit,
  }),
  finishPasskeySignIn: operation('POST /v1/sign-in/passkey/finish', {
    summary: 'Sign in with the response of the authenticator; sets the session cookie',
    access: 'public',
    ownSiteOnly: true,
    // Browsers write the credential, with members of later editions of WebAuthn.
    ignoresUnknown: true,
    body: PasskeySignInBodySchema,
    success: { status: 200, schema: SignedInSchema },
    faults: ['PASSKEYS_UNAVAILABLE', 'PASSKEY_CHALLENGE_ENDED', 'PASSKEY_UNKNOWN', 'PASSKEY_REJECTED'],
    limit,
  }),
  startPasskey: operation('POST /v1/passkeys/options', {
    summary: 'Start adding a passkey: returns the options for the authenticator',
    access: 'read',
    acrossAccounts: true,
    readsOnly: true,
    body: PasskeyStartBodySchema,
    success: { status: 200, schema: PasskeyCreationOptionsSchema },
    faults: ['PASSKEYS_UNAVAILABLE', 'PERSON_REQUIRED', 'PASSWORD_WRONG', 'PASSKEYS_FULL', 'TOO_MANY_PASSWORDS'],
    limit,
  }),
  createPasskey: operation('POST /v1/passkeys', {
    summary: 'Add a passkey created by the authenticator',
    access: 'read',
    acrossAccounts: true,
    // As above.
    ignoresUnknown: true,
    body: PasskeyBodySchema,
    success: { status: 201, schema: PasskeySchema },
    faults: [
      'PASSKEYS_UNAVAILABLE',
      'PERSON_REQUIRED',
      'PASSKEY_CHALLENGE_ENDED',
      'PASSKEY_REJECTED',
      'PASSKEY_EXISTS',
      'PASSKEYS_FULL',
    ],
    limit,
  }),
  listPasskeys: operation('GET /v1/passkeys', {
    summary: 'List the passkeys of the person, the first ones first',
    acrossAccounts: true,
    success: { status: 200, schema: Type.Array(PasskeySchema) },
  }),
  renamePasskey: operation('PUT /v1/passkeys/{id}', {
    summary: 'Name a passkey of the person',
    access: 'read',
    acrossAccounts: true,
    params: byId,
    body: PasskeyNameBodySchema,
    success: { status: 200, schema: PasskeySchema },
    faults: ['PASSKEY_NOT_FOUND'],
  }),
  deletePasskey: operation('DELETE /v1/passkeys/{id}', {
    summary: 'Remove a passkey of the person; it can no longer be used to sign in',
    access: 'read',
    acrossAccounts: true,
    params: byId,
    faults: ['PASSKEY_NOT_FOUND'],
  }),
} as const
