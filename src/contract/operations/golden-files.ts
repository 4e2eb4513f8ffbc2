import Type from 'typebox'
import { GoldenFileSchema, maxGoldenFileBytes } from '../resources/golden-file.ts'
import { Uuid } from '../schema.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Golden files')

export const goldenFileOperations = {
  createGoldenFile: operation('POST /v1/golden-files', {
    summary: 'Upload a file that comparisons of browser and multi-step checks use; the same content is stored once',
    upload: { type: 'application/octet-stream', maxBytes: maxGoldenFileBytes },
    success: { status: 201, schema: GoldenFileSchema, existingStatus: 200 },
    faults: ['GOLDEN_FILE_NOT_STORED', 'ARTIFACT_STORE_UNAVAILABLE'],
    limit: { requests: 600, seconds: 60 },
  }),
  getGoldenFile: operation('GET /v1/golden-files/{key}', {
    summary: 'Get the size and hash of a golden file',
    params: Type.Object({ key: Uuid() }),
    success: { status: 200, schema: GoldenFileSchema },
    faults: ['GOLDEN_FILE_NOT_FOUND'],
  }),
} as const
