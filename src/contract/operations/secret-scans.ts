import Type from 'typebox'
import { SecretFindingSchema } from '../resources/secret-scan.ts'
import { operation } from './row.ts'

export const secretScanOperations = {
  scanForSecrets: operation({
    method: 'GET',
    path: '/v1/secret-scans',
    tag: 'Secret scans',
    summary: 'Find readable values that look like credentials',
    access: 'read',
    ignoresUnknown: true,
    success: { status: 200, schema: Type.Array(SecretFindingSchema) },
    faults: [],
  }),
} as const
