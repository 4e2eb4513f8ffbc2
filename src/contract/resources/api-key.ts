import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf, Strict } from '../schema.ts'
import { agentModes } from './agent-connection.ts'
import { givenRoles, memberRoles } from './member.ts'

export const ApiKeyCreateBodySchema = Strict({
  name: Type.String({ minLength: 1, maxLength: 255, description: 'The name of the key.' }),
  role: OneOf(givenRoles, { description: 'The role of the key in this account.' }),
  agentMode: Type.Optional(
    OneOf(agentModes, {
      description:
        'Makes it the key of an agent: READ reads, PROPOSE also proposes changes, ACT also confirms and undoes them. The role is lowered to what the mode allows.',
    }),
  ),
})
export type ApiKeyCreateBody = Static<typeof ApiKeyCreateBodySchema>

const keyFields = {
  id: Type.String(),
  name: Type.String(),
  kind: OneOf(['USER', 'SERVICE'], { description: 'A key of a user has the role of the user; a service key its own.' }),
  prefix: Type.String({ description: 'The first characters, to recognize the key by.' }),
  role: Nullable(OneOf(memberRoles), { description: 'Null for keys of users.' }),
  agentMode: Nullable(OneOf(agentModes), { description: 'How much an agent may do with it; null for other keys.' }),
  createdAt: DateTime(),
  lastUsedAt: Nullable(DateTime(), { description: 'A minute or so old. Null when it was not used.' }),
}

export const ApiKeySchema = Type.Object(keyFields)
export type ApiKeyResource = Static<typeof ApiKeySchema>

export const CreatedApiKeySchema = Type.Object({
  ...keyFields,
  key: Type.String({ description: 'Shown only here; a hash is stored.' }),
})
