import Type from 'typebox'
import { LocationSchema } from '../resources/location.ts'
import { RuntimeSchema } from '../resources/runtime.ts'
import { byId } from './request-parts.ts'
import { operation } from './row.ts'

/** Lists of what the service offers, the same for every caller. */
export const catalogueOperations = {
  listLocations: operation({
    method: 'GET',
    path: '/v1/locations',
    tag: 'Locations',
    summary: 'List the public locations; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: Type.Array(LocationSchema) },
    faults: [],
  }),
  listRuntimes: operation({
    method: 'GET',
    path: '/v1/runtimes',
    tag: 'Runtimes',
    summary: 'List the runtimes; needs no key',
    access: 'public',
    ignoresUnknown: true,
    success: { status: 200, schema: Type.Array(RuntimeSchema) },
    faults: [],
  }),
  getRuntime: operation({
    method: 'GET',
    path: '/v1/runtimes/{id}',
    tag: 'Runtimes',
    summary: 'Get a runtime by its name; needs no key',
    access: 'public',
    ignoresUnknown: true,
    params: byId,
    success: { status: 200, schema: RuntimeSchema },
    faults: ['RUNTIME_NOT_FOUND'],
  }),
} as const
