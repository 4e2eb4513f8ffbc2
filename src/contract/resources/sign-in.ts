import Type from 'typebox'
import type { Static } from 'typebox'
import { roles } from '../operations/row.ts'
import { Nullable, OneOf } from '../schema.ts'

/** How long a password must be, and may be, in characters. */
export const passwordLength = { min: 12, max: 256 } as const

export const PasswordSignInBodySchema = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Type.String({ minLength: 1, maxLength: passwordLength.max }),
})
export const LinkSignInBodySchema = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'The token of the link.' }),
})
export const PasswordBodySchema = Type.Object({
  password: Type.String({ minLength: passwordLength.min, maxLength: passwordLength.max }),
  currentPassword: Type.Optional(
    Type.String({ minLength: 1, maxLength: passwordLength.max, description: 'Needed when there is a password.' }),
  ),
})

export const signInMethods = ['PASSWORD', 'LINK'] as const
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
  session: Nullable(BrowserSessionSchema, { description: 'Null for API keys.' }),
})
export type SignedInResource = Static<typeof SignedInSchema>
