import Type from 'typebox'
import { GoldenFileSchema, maxGoldenFileBytes } from '../resources/golden-file.ts'
import { Uuid } from '../schema.ts'
import { operation } from './row.ts'

const tag = 'Golden files'

export const goldenFileOperations = {
  createGoldenFile: operation({
    method: 'POST',
    path: '/v1/golden-files',
    tag,
    summary: 'Upload a file that comparisons of browser and multi-step checks use; the same content is stored once',
    access: 'write',
    upload: { type: 'application/octet-stream', maxBytes: maxGoldenFileBytes },
    success: { status: 201, schema: GoldenFileSchema, existingStatus: 200 },
    faults: ['GOLDEN_FILE_NOT_STORED', 'ARTIFACT_STORE_UNAVAILABLE'],
    limit: { requests: 600, seconds: 60 },
  }),
  getGoldenFile: operation({
    method: 'GET',
    path: '/v1/golden-files/{key}',
    tag,
    summary: 'Get the size and hash of a golden file',
    access: 'read',
    params: Type.Object({ key: Uuid() }),
    success: { status: 200, schema: GoldenFileSchema },
    faults: ['GOLDEN_FILE_NOT_FOUND'],
  }),
} as const
