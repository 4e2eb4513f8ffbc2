import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Strict, Uuid } from '../schema.ts'

export const CodeBundleSchema = Type.Object({
  id: Uuid({ description: 'The codeBundlePath of Playwright checks that run it.' }),
  sha256: Type.String({ description: 'Of the archive, in hex.' }),
  sizeBytes: Type.Integer({ description: 'Of the archive.' }),
  unpackedBytes: Type.Integer(),
  fileCount: Type.Integer(),
  createdAt: DateTime(),
  keptUntil: DateTime({ description: 'When it is deleted, unless a check refers to it then.' }),
})
export type CodeBundleResource = Static<typeof CodeBundleSchema>

/** How clients of the hosted product name what they stored. Keys of other services are texts of any form. */
export const StorageKeySchema = Strict({ key: Type.String({ minLength: 1, maxLength: 500 }) })

export const CodeBundleStateSchema = Type.Object({
  key: Uuid(),
  contentLength: Type.Integer({ description: 'Of the archive, in bytes.' }),
  checksumSha256: Type.String({ description: 'Of the archive, in hex.' }),
  lastModified: DateTime(),
})
