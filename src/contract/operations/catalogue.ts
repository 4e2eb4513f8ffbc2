import Type from 'typebox'
import { LocationSchema } from '../resources/location.ts'
import { RuntimeSchema } from '../resources/runtime.ts'
import { UsedBySchema } from '../resources/used-by.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Runtimes')

/** Lists of what the service offers, the same for every caller. */
export const catalogueOperations = {
  listLocations: operation('GET /v1/locations', {
    tag: 'Locations',
    summary: 'List the public locations; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: Type.Array(LocationSchema) },
  }),
  listRuntimes: operation('GET /v1/runtimes', {
    summary: 'List the runtimes; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: Type.Array(RuntimeSchema) },
  }),
  getRuntime: operation('GET /v1/runtimes/{id}', {
    summary: 'Get a runtime by its name; needs no key',
    access: 'public',
    ignoresUnknown: true,
    params: byId,
    success: { status: 200, schema: RuntimeSchema },
    faults: ['RUNTIME_NOT_FOUND'],
  }),
  getUsesOfRuntime: operation('GET /v1/runtimes/{id}/uses', {
    summary: 'Find the checks and groups that choose a runtime; those of the account are not listed',
    params: byId,
    success: { status: 200, schema: UsedBySchema },
    faults: ['RUNTIME_NOT_FOUND'],
    limit: { requests: 60, seconds: 60 },
  }),
} as const
