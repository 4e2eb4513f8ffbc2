import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'

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

export const CheckWithGoldenFilesSchema = Type.Object({
  checkId: Uuid(),
  name: Type.String(),
  checkType: OneOf(publicCheckTypes),
  files: Type.Integer({ description: 'How many golden files the check has.' }),
  bytes: Type.Integer(),
  lastResultId: Nullable(Uuid()),
})

const ComparedFile = Type.Object({
  name: Type.String(),
  url: Type.String({ description: 'Download URL; works without a key, for an hour.' }),
  contentType: Type.String(),
})

export const GoldenFilesOfCheckSchema = Type.Object({
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      key: Type.String(),
      sizeBytes: Nullable(Type.Integer(), { description: 'Null: the key belongs to another tool.' }),
      createdAt: Nullable(DateTime()),
    }),
    { description: 'By path.' },
  ),
  resultId: Nullable(Uuid(), { description: 'The result compared with; null: the check has none.' }),
  comparisons: Type.Array(
    Type.Object({
      path: Type.String({ description: 'Where the actual file is stored when it is accepted.' }),
      expected: Nullable(ComparedFile, { description: 'Null: there was no golden file.' }),
      actual: ComparedFile,
      difference: Nullable(ComparedFile),
    }),
    { description: 'Files of the result that differ from golden files, or have none.' },
  ),
})

export const GoldenFileChangeSchema = Strict({
  path: Type.String({ minLength: 1, maxLength: 500 }),
  key: Type.Optional(Nullable(Uuid(), { description: 'The golden file that is to be at the path; null: none.' })),
  resultId: Type.Optional(Uuid({ description: 'Instead of a key: the result whose file is to be the golden one.' })),
  name: Type.Optional(Type.String({ maxLength: 500, description: 'Of the file of the result.' })),
})
export type GoldenFileChange = Static<typeof GoldenFileChangeSchema>

export const ChangedGoldenFileSchema = Type.Object({
  path: Type.String(),
  key: Nullable(Type.String()),
  previousKey: Nullable(Type.String(), { description: 'What was there before; sent as `key` it undoes the change.' }),
})
