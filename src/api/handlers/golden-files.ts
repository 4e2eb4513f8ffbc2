import type { GoldenFileResource, Handlers } from '#contract'
import { createGoldenFile, getGoldenFile, openGoldenFile } from '#management'
import type { GoldenFileRow } from '#storage/checks'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const present = ({ id, sha256, sizeBytes, createdAt, keptUntil }: GoldenFileRow): GoldenFileResource => ({
  key: id,
  sha256,
  sizeBytes,
  createdAt: createdAt.toISOString(),
  keptUntil: keptUntil.toISOString(),
})

export const goldenFileHandlers = {
  uploadSnapshotNext: async ({ body }, context) => {
    const { file } = await createGoldenFile(context.artifacts, callerOf(context), body)
    return { key: file.id }
  },

  downloadSnapshotNext: async ({ body }, context) => {
    const { file, bytes } = await openGoldenFile(context.artifacts, callerOf(context), body.key)
    context.setHeader('content-length', String(file.sizeBytes))
    return bytes
  },

  createGoldenFile: async ({ body }, context) => {
    const { file, isNew } = await createGoldenFile(context.artifacts, callerOf(context), body)
    const presented = present(file)
    return isNew ? presented : { existing: presented }
  },
  getGoldenFile: async ({ params }, context) =>
    present(await getGoldenFile(context.store, callerOf(context), params.key)),
} satisfies Partial<Handlers<RequestContext>>
