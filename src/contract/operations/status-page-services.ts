import Type from 'typebox'
import {
  StatusPageServiceBodySchema,
  StatusPageServiceListSchema,
  StatusPageServiceSchema,
  StatusPageServiceUpdateBodySchema,
} from '../resources/status-page-service.ts'
import { cursorFields, TextId } from './request-parts.ts'
import { operation } from './row.ts'

const tag = 'Status page services'
const path = '/v1/status-pages/services/{serviceId}'
const byService = Type.Object({ serviceId: TextId() })

export const statusPageServiceOperations = {
  listStatusPageServices: operation({
    method: 'GET',
    path: '/v1/status-pages/services',
    tag,
    summary: 'List services of status pages, oldest first',
    access: 'read',
    ignoresUnknown: true,
    query: Type.Object({
      ...cursorFields,
      paginated: Type.Optional(Type.Boolean({ default: true, description: 'False: all in one response.' })),
    }),
    success: { status: 200, schema: StatusPageServiceListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  createStatusPageService: operation({
    method: 'POST',
    path: '/v1/status-pages/services',
    tag,
    summary: 'Create a service for status pages',
    access: 'write',
    ignoresUnknown: true,
    body: StatusPageServiceBodySchema,
    success: { status: 200, schema: StatusPageServiceSchema },
    faults: [],
  }),
  getStatusPageService: operation({
    method: 'GET',
    path,
    tag,
    summary: 'Get a service of status pages',
    access: 'read',
    ignoresUnknown: true,
    params: byService,
    success: { status: 200, schema: StatusPageServiceSchema },
    faults: ['SERVICE_NOT_FOUND'],
  }),
  updateStatusPageService: operation({
    method: 'PUT',
    path,
    tag,
    summary: 'Rename a service of status pages',
    access: 'write',
    ignoresUnknown: true,
    params: byService,
    body: StatusPageServiceUpdateBodySchema,
    success: { status: 200, schema: StatusPageServiceSchema },
    faults: ['SERVICE_NOT_FOUND'],
  }),
  deleteStatusPageService: operation({
    method: 'DELETE',
    path,
    tag,
    summary: 'Delete a service, and take it from cards, incidents and the checks that open incidents on it',
    access: 'write',
    params: byService,
    success: { status: 204 },
    faults: ['SERVICE_NOT_FOUND'],
  }),
} as const
