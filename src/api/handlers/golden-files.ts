import type { GoldenFileResource, Handlers } from '#contract'
import { createGoldenFile, getCheck, getGoldenFile, openGoldenFile, setGoldenFile } from '#management'
import { getGoldenFilesOfCheck } from '#reporting'
import type { FileComparison } from '#reporting'
import { listChecksWithGoldenFiles } from '#storage/checks'
import type { GoldenFileRow } from '#storage/checks'
import type { RequestContext } from '../request-context.ts'
import { uuidFromPath } from '../requests/path-id.ts'
import { callerOf } from './caller-of.ts'

const present = ({ id, sha256, sizeBytes, createdAt, keptUntil }: GoldenFileRow): GoldenFileResource => ({
  key: id,
  sha256,
  sizeBytes,
  createdAt: createdAt.toISOString(),
  keptUntil: keptUntil.toISOString(),
})

type Compared = FileComparison['actual']

function presentFiles(
  { files, resultId, comparisons }: Awaited<ReturnType<typeof getGoldenFilesOfCheck>>,
  { publicUrl }: Pick<RequestContext, 'publicUrl'>,
) {
  const file = ({ name, contentType, path }: Compared) => ({ name, contentType, url: `${publicUrl}${path}` })
  return {
    files: files.map(({ path, key, row }) => ({
      path,
      key,
      sizeBytes: row?.sizeBytes ?? null,
      createdAt: row?.createdAt.toISOString() ?? null,
    })),
    resultId,
    comparisons: comparisons.map(({ path, expected, actual, difference }) => ({
      path,
      expected: expected && file(expected),
      actual: file(actual),
      difference: difference && file(difference),
    })),
  }
}

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
  listGoldenFiles: async (_input, { store, accountId }) => [...(await listChecksWithGoldenFiles(store.db, accountId))],

  getGoldenFilesOfCheck: async ({ params, query }, context) => {
    const caller = callerOf(context)
    const { check } = await getCheck(context.store, caller, { id: params.id })
    const found = await getGoldenFilesOfCheck(context.store, caller, check, query.resultId?.toLowerCase())
    return presentFiles(found, context)
  },

  setGoldenFile: ({ params, body }, context) =>
    setGoldenFile(context.store, callerOf(context), uuidFromPath(params.id, 'CHECK_NOT_FOUND'), body),

  getGoldenFile: async ({ params }, context) =>
    present(await getGoldenFile(context.store, callerOf(context), params.key)),
} satisfies Partial<Handlers<RequestContext>>
