import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'

/** How much an agent may do, each with what those before it may. */
export const agentModes = ['READ', 'PROPOSE', 'ACT'] as const
export type AgentMode = (typeof agentModes)[number]

const Mode = () =>
  OneOf(agentModes, {
    description:
      'READ: it reads as a member with the role Read only. PROPOSE: it also proposes changes, which people confirm. ACT: it also confirms and undoes them, with the role of the person up to Read and write.',
  })

/** The parameters of an authorization request (RFC 6749, RFC 7636, RFC 8707), by the names of this API. */
const requestFields = {
  clientId: Type.String({ minLength: 1, maxLength: 2_200 }),
  redirectUri: Type.String({ minLength: 1, maxLength: 2_000 }),
  responseType: Type.String({ maxLength: 100 }),
  codeChallenge: Type.String({ maxLength: 128 }),
  codeChallengeMethod: Type.String({ maxLength: 20 }),
  scope: Type.Optional(Type.String({ maxLength: 1_000 })),
  state: Type.Optional(Type.String({ maxLength: 2_000 })),
  resource: Type.Optional(Type.String({ maxLength: 2_000 })),
}
export const AgentRequestSchema = Type.Object(requestFields)
export type AgentRequest = Static<typeof AgentRequestSchema>

export const AgentConsentBodySchema = Strict({ ...requestFields, mode: Mode() })
export type AgentConsentBody = Static<typeof AgentConsentBodySchema>

export const AgentRequestViewSchema = Type.Object({
  clientName: Type.String({ description: 'As the program calls itself.' }),
  clientHost: Nullable(Type.String(), {
    description: 'The host at which the program describes itself; null when it only says who it is.',
  }),
  returnsTo: Type.String({ description: 'The host, or the scheme, to which the browser is sent afterwards.' }),
  isLocal: Type.Boolean({ description: 'Whether it returns to the machine of the browser.' }),
  modes: Type.Array(OneOf(agentModes), { description: 'Those that the program asks for and the person may give.' }),
  refusal: Type.String({ description: 'Where the browser goes when the person refuses.' }),
})
export type AgentRequestView = Static<typeof AgentRequestViewSchema>

export const AgentConsentSchema = Type.Object({
  redirect: Type.String({ description: 'Where the browser goes, with a code for the program.' }),
})

export const AgentConnectionSchema = Type.Object({
  id: Uuid(),
  clientName: Type.String(),
  clientHost: Nullable(Type.String()),
  mode: Mode(),
  userId: Uuid({ description: 'For whom it acts.' }),
  userName: Type.String(),
  createdAt: DateTime(),
  lastUsedAt: Nullable(DateTime(), { description: 'A minute or so old. Null when it was not used.' }),
})
export type AgentConnectionResource = Static<typeof AgentConnectionSchema>

/** The answer also says what the caller may do, so that programs list what they can use. */
export const AgentAccessViewSchema = Type.Object({
  isAllowed: Type.Boolean({ description: 'Whether agents may use the account. Default: they may.' }),
  mode: Nullable(OneOf(agentModes), { description: 'The mode of the caller; null when it is no agent.' }),
})

export const AgentAccessSchema = Strict({
  isAllowed: Type.Boolean({ description: 'Whether agents may use the account. Default: they may.' }),
})
