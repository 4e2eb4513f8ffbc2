import Type from 'typebox'
import type { Static } from 'typebox'
import { matching } from '../matching.ts'
import { roles } from '../operations/row.ts'
import { Nullable, OneOf, Strict } from '../schema.ts'

/** How long a password must be, and may be, in characters. */
export const passwordLength = { min: 12, max: 256 } as const

export const PasswordSignInBodySchema = Strict({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Type.String({ minLength: 1, maxLength: passwordLength.max }),
})
export const LinkSignInBodySchema = Strict({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'The token of the link.' }),
})
/** The rule for new passwords: characters other than spaces make them hard to guess. */
export const newPassword = {
  minLength: passwordLength.min,
  maxLength: passwordLength.max,
  ...matching('^(?:\\s*\\S){8}', 'a text with at least 8 characters besides spaces'),
}

export const CurrentPassword = () =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: passwordLength.max, description: 'Needed when there is a password.' }),
  )

export const PasswordBodySchema = Strict({
  password: Type.String(newPassword),
  currentPassword: CurrentPassword(),
})

/** How people can sign in here, for the sign-in screen. */
export const SignInOptionsSchema = Type.Object({
  provider: Nullable(
    Type.Object({ name: Type.String({ description: 'The display name of the identity provider.' }) }),
    {
      description: 'Null when the operator has set up none.',
    },
  ),
  passkeys: Type.Boolean({ description: 'Whether the address of the service allows passkeys.' }),
})
export const OidcStartBodySchema = Strict({
  next: Type.String({
    maxLength: 2000,
    default: '/',
    ...matching('^/($|[^/\\\\])', 'a path of this service, for example /checks'),
    description: 'The page to return to.',
  }),
})
export const OidcStartSchema = Type.Object({
  url: Type.String({ description: 'Where the browser goes; the identity provider sends it back to `/sign-in/oidc`.' }),
})
export const OidcFinishBodySchema = Strict({
  parameters: Type.String({
    minLength: 1,
    maxLength: 8000,
    description: 'The query of the address to which the provider sent the browser back.',
  }),
})
export const OidcFinishSchema = Type.Object({ next: Type.String({ description: 'The page to return to.' }) })

export const signInMethods = ['PASSWORD', 'LINK', 'OIDC', 'PASSKEY'] as const
export type SignInMethod = (typeof signInMethods)[number]

export const BrowserSessionSchema = Type.Object({
  id: Type.String(),
  method: OneOf(signInMethods),
  userAgent: Type.String(),
  address: Type.String({ description: 'Where the sign-in came from.' }),
  createdAt: Type.String(),
  lastUsedAt: Type.String({ description: 'At most a minute old.' }),
  expiresAt: Type.String(),
  isCurrent: Type.Boolean({ description: 'Whether the request was made with this session.' }),
})
export type BrowserSessionResource = Static<typeof BrowserSessionSchema>

/** Who makes a request, and what they may do where. */
export const SignedInSchema = Type.Object({
  user: Nullable(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      hasPassword: Type.Boolean(),
    }),
    { description: 'Null for service keys.' },
  ),
  accounts: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role: OneOf(roles) })),
  mayCreateAccounts: Type.Boolean({ description: 'Whether the person owns the first account.' }),
  session: Nullable(BrowserSessionSchema, { description: 'Null for API keys.' }),
})
export type SignedInResource = Static<typeof SignedInSchema>
