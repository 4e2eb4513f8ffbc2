import Type from 'typebox'
import type { Static } from 'typebox'
import { matching } from '../matching.ts'
import { DateTime, Nullable, Strict } from '../schema.ts'
import { CurrentPassword } from './sign-in.ts'

const maxId = 1400
const maxData = 20_000

const Base64Url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, ...matching('^[A-Za-z0-9_-]+$', 'base64url without padding') })

/** The transports of WebAuthn Level 3, section 5.8.4; unknown ones may come. */
const Transports = Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })

const CredentialReference = Type.Object({
  type: Type.Literal('public-key'),
  id: Type.String(),
  transports: Type.Optional(Type.Array(Type.String())),
})

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3. */
export const PasskeyCreationOptionsSchema = Type.Object({
  challenge: Type.String({ description: 'Works once, for ten minutes.' }),
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ type: Type.Literal('public-key'), alg: Type.Integer() })),
  timeout: Type.Integer(),
  attestation: Type.Literal('none'),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.Literal('required'),
  }),
  excludeCredentials: Type.Array(CredentialReference),
})
export type PasskeyCreationOptions = Static<typeof PasskeyCreationOptionsSchema>

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3: any passkey of this service, which the person chooses. */
export const PasskeyRequestOptionsSchema = Type.Object({
  challenge: Type.String({ description: 'Works once, for ten minutes.' }),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Literal('required'),
})
export type PasskeyRequestOptions = Static<typeof PasskeyRequestOptionsSchema>

export const PasskeyStartBodySchema = Strict({
  currentPassword: CurrentPassword(),
})

const PasskeyName = () =>
  Type.String({ minLength: 1, maxLength: 100, description: 'The name of the passkey, for example the device.' })

/** RegistrationResponseJSON of WebAuthn Level 3. */
export const PasskeyBodySchema = Type.Object({
  name: PasskeyName(),
  credential: Type.Object({
    id: Base64Url(maxId),
    rawId: Base64Url(maxId),
    type: Type.Literal('public-key'),
    response: Type.Object({
      clientDataJSON: Base64Url(maxData),
      attestationObject: Base64Url(maxData),
      transports: Type.Optional(Transports),
    }),
  }),
})
export type PasskeyRegistration = Static<typeof PasskeyBodySchema>['credential']

/** AuthenticationResponseJSON of WebAuthn Level 3. */
export const PasskeySignInBodySchema = Type.Object({
  credential: Type.Object({
    id: Base64Url(maxId),
    rawId: Base64Url(maxId),
    type: Type.Literal('public-key'),
    response: Type.Object({
      clientDataJSON: Base64Url(maxData),
      authenticatorData: Base64Url(maxData),
      signature: Base64Url(maxData),
      userHandle: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
    }),
  }),
})
export type PasskeyAssertion = Static<typeof PasskeySignInBodySchema>['credential']

export const PasskeyNameBodySchema = Strict({ name: PasskeyName() })

export const PasskeySchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  isSynced: Type.Boolean({ description: 'Whether the person has it on several devices, by a password manager.' }),
  createdAt: DateTime(),
  lastUsedAt: Nullable(DateTime(), { description: 'Null when it was never used to sign in.' }),
})
export type PasskeyResource = Static<typeof PasskeySchema>
