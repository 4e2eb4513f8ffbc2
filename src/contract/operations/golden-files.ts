import Type from 'typebox'
import { StorageKeySchema } from '../resources/code-bundle.ts'
import {
  ChangedGoldenFileSchema,
  CheckWithGoldenFilesSchema,
  GoldenFileChangeSchema,
  GoldenFileSchema,
  GoldenFilesOfCheckSchema,
  maxGoldenFileBytes,
} from '../resources/golden-file.ts'
import { Uuid } from '../schema.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Golden files')

/** How clients of the hosted product store and read the files: the same files by another route. */
const nextOperations = {
  uploadSnapshotNext: operation('POST /next/checkly-storage/upload', {
    summary: 'Upload a file that comparisons of browser and multi-step checks use, for command line tools',
    upload: { type: 'application/octet-stream', maxBytes: maxGoldenFileBytes },
    success: { status: 200, schema: StorageKeySchema },
    faults: ['GOLDEN_FILE_NOT_STORED', 'ARTIFACT_STORE_UNAVAILABLE'],
    limit: { requests: 600, seconds: 60 },
  }),
  downloadSnapshotNext: operation('POST /next/checkly-storage/download', {
    summary: 'Download a golden file, for command line tools',
    access: 'read',
    readsOnly: true,
    body: StorageKeySchema,
    success: { status: 200, contentType: 'application/octet-stream', isBytes: true },
    faults: ['GOLDEN_FILE_NOT_FOUND', 'ASSET_CONTENT_NOT_FOUND', 'ARTIFACT_STORE_UNAVAILABLE'],
    limit: { requests: 600, seconds: 60 },
  }),
} as const

export const goldenFileOperations = {
  ...nextOperations,
  createGoldenFile: operation('POST /v1/golden-files', {
    summary: 'Upload a file that comparisons of browser and multi-step checks use; the same content is stored once',
    upload: { type: 'application/octet-stream', maxBytes: maxGoldenFileBytes },
    success: { status: 201, schema: GoldenFileSchema, existingStatus: 200 },
    faults: ['GOLDEN_FILE_NOT_STORED', 'ARTIFACT_STORE_UNAVAILABLE'],
    limit: { requests: 600, seconds: 60 },
  }),
  listGoldenFiles: operation('GET /v1/golden-files', {
    summary: 'List the checks that have golden files, by name',
    success: { status: 200, schema: Type.Array(CheckWithGoldenFilesSchema) },
  }),
  getGoldenFilesOfCheck: operation('GET /v1/checks/{id}/golden-files', {
    summary: 'Get the golden files of a check, and what differs from them in a result',
    params: byId,
    query: Type.Object({ resultId: Type.Optional(Uuid({ description: 'Default: the last result.' })) }),
    success: { status: 200, schema: GoldenFilesOfCheckSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_RESULT_NOT_FOUND'],
  }),
  setGoldenFile: operation('PUT /v1/checks/{id}/golden-files', {
    summary: 'Set one golden file of a check: a file of a result, a stored one, or none',
    params: byId,
    body: GoldenFileChangeSchema,
    success: { status: 200, schema: ChangedGoldenFileSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_RESULT_NOT_FOUND', 'ASSET_CONTENT_NOT_FOUND', 'SNAPSHOT_INVALID'],
    limit: { requests: 120, seconds: 60 },
  }),
  getGoldenFile: operation('GET /v1/golden-files/{key}', {
    summary: 'Get the size and hash of a golden file',
    params: Type.Object({ key: Uuid() }),
    success: { status: 200, schema: GoldenFileSchema },
    faults: ['GOLDEN_FILE_NOT_FOUND'],
  }),
} as const
