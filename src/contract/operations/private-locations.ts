import Type from 'typebox'
import {
  PrivateLocationCreateBodySchema,
  PrivateLocationKeySchema,
  PrivateLocationMetricsSchema,
  PrivateLocationSchema,
  PrivateLocationUpdateBodySchema,
  WrittenPrivateLocationSchema,
} from '../resources/private-location.ts'
import { byId, Instant, TextId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Private locations')

export const privateLocationOperations = {
  listPrivateLocations: operation('GET /v1/private-locations', {
    summary: 'List the private locations of the account',
    ignoresUnknown: true,
    query: Type.Object({
      versions: Type.Optional(Type.Boolean({ default: false, description: 'Include the running agents, by version.' })),
    }),
    success: { status: 200, schema: Type.Array(PrivateLocationSchema) },
  }),
  createPrivateLocation: operation('POST /v1/private-locations', {
    summary: 'Create a private location with its first key, which is shown only once',
    access: 'admin',
    ignoresUnknown: true,
    body: PrivateLocationCreateBodySchema,
    success: { status: 201, schema: WrittenPrivateLocationSchema },
    faults: ['PRIVATE_LOCATION_EXISTS', ...planFaults],
  }),
  getPrivateLocation: operation('GET /v1/private-locations/{id}', {
    summary: 'Get a private location',
    ignoresUnknown: true,
    params: byId,
    success: { status: 200, schema: PrivateLocationSchema },
    faults: ['PRIVATE_LOCATION_NOT_FOUND'],
  }),
  updatePrivateLocation: operation('PUT /v1/private-locations/{id}', {
    summary: 'Update a private location; its slug name stays',
    access: 'admin',
    ignoresUnknown: true,
    params: byId,
    body: PrivateLocationUpdateBodySchema,
    success: { status: 200, schema: WrittenPrivateLocationSchema },
    faults: ['PRIVATE_LOCATION_NOT_FOUND'],
  }),
  deletePrivateLocation: operation('DELETE /v1/private-locations/{id}', {
    summary: 'Delete a private location and its keys',
    access: 'admin',
    params: byId,
    faults: ['PRIVATE_LOCATION_NOT_FOUND', 'PRIVATE_LOCATION_IN_USE'],
  }),
  createPrivateLocationKey: operation('POST /v1/private-locations/{id}/keys', {
    summary: 'Create a second key, to replace the first; it is shown only once',
    access: 'admin',
    params: byId,
    success: { status: 201, schema: PrivateLocationKeySchema },
    faults: ['PRIVATE_LOCATION_NOT_FOUND', 'PRIVATE_LOCATION_KEYS_FULL', 'ENTITLEMENT_DISABLED'],
  }),
  deletePrivateLocationKey: operation('DELETE /v1/private-locations/{id}/keys/{keyId}', {
    summary: 'Delete a key; agents that use it are rejected from then on',
    access: 'admin',
    params: Type.Object({ id: TextId(), keyId: TextId() }),
    faults: ['PRIVATE_LOCATION_NOT_FOUND', 'PRIVATE_LOCATION_KEY_NOT_FOUND'],
  }),
  getPrivateLocationMetrics: operation('GET /v1/private-locations/{id}/metrics', {
    summary: 'Get how many runs waited for the location, minute by minute, from at most 15 days ago',
    ignoresUnknown: true,
    params: byId,
    query: Type.Object({ from: Instant(), to: Instant() }),
    success: { status: 200, schema: PrivateLocationMetricsSchema },
    faults: ['PRIVATE_LOCATION_NOT_FOUND', 'TIME_RANGE_INVALID'],
    limit: { requests: 300, seconds: 86_400 },
  }),
} as const
