import Type from 'typebox'
import { SecretFindingSchema } from '../resources/secret-scan.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Secret scans')

export const secretScanOperations = {
  scanForSecrets: operation('GET /v1/secret-scans', {
    summary: 'Find readable values that look like credentials',
    ignoresUnknown: true,
    success: { status: 200, schema: Type.Array(SecretFindingSchema) },
  }),
} as const
