import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Strict } from '../schema.ts'

export const PingKeyBodySchema = Strict({
  createsChecks: Type.Optional(
    Type.Boolean({ default: false, description: 'Whether a ping with `create=1` may make a heartbeat.' }),
  ),
})

const keyFields = {
  prefix: Type.String({ description: 'The first characters, to recognize the key by.' }),
  createsChecks: Type.Boolean(),
  createdAt: DateTime(),
}

export const PingKeySchema = Type.Object(keyFields)
export type PingKeyResource = Static<typeof PingKeySchema>

export const CreatedPingKeySchema = Type.Object({
  ...keyFields,
  key: Type.String({ description: 'Shown only here; a hash is stored.' }),
})
