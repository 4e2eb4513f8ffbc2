import Type from 'typebox'
import type { Static } from 'typebox'
import { Nullable, OneOf } from '../schema.ts'

export const scannedEntityTypes = [
  'CHECK',
  'CHECK_GROUP',
  'SNIPPET',
  'ALERT_CHANNEL',
  'INTEGRATION',
  'ENVIRONMENT_VARIABLE',
] as const

/** A readable value that looks like a credential. */
export const SecretFindingSchema = Type.Object({
  entityType: OneOf(scannedEntityTypes),
  entityId: Type.String(),
  entityName: Nullable(Type.String()),
  checkType: Nullable(Type.String()),
  project: Nullable(Type.Object({ logicalId: Type.String(), name: Nullable(Type.String()) })),
  logicalId: Nullable(Type.String()),
  fieldPath: Type.String({ description: 'For example `request.headers[2].value`.' }),
  fieldKey: Nullable(Type.String({ description: 'The key of the value.' })),
  valuePreview: Nullable(Type.String({ description: 'The first characters, the rest redacted.' })),
})
export type SecretFinding = Static<typeof SecretFindingSchema>
