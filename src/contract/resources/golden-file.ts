import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Uuid } from '../schema.ts'

/** The largest golden file, in bytes. */
export const maxGoldenFileBytes = 10 * 1024 * 1024
/** Of all golden files of one check together. */
export const maxGoldenBytesOfCheck = 50 * 1024 * 1024

export const GoldenFileSchema = Type.Object({
  key: Uuid({ description: 'The key in the snapshots of checks.' }),
  sha256: Type.String({ description: 'In hex.' }),
  sizeBytes: Type.Integer(),
  createdAt: DateTime(),
  keptUntil: DateTime({ description: 'When it is deleted, unless a check refers to it then.' }),
})
export type GoldenFileResource = Static<typeof GoldenFileSchema>
