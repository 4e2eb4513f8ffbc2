import Type from 'typebox'
import {
  StatusPageServiceBodySchema,
  StatusPageServiceListSchema,
  StatusPageServiceSchema,
  StatusPageServiceUpdateBodySchema,
} from '../resources/status-page-service.ts'
import { cursorFields, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status page services')
const byService = Type.Object({ serviceId: TextId() })

export const statusPageServiceOperations = {
  listStatusPageServices: operation('GET /v1/status-pages/services', {
    summary: 'List services of status pages, oldest first',
    ignoresUnknown: true,
    query: Type.Object({
      ...cursorFields,
      paginated: Type.Optional(Type.Boolean({ default: true, description: 'False: all in one response.' })),
    }),
    success: { status: 200, schema: StatusPageServiceListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  createStatusPageService: operation('POST /v1/status-pages/services', {
    summary: 'Create a service for status pages',
    ignoresUnknown: true,
    body: StatusPageServiceBodySchema,
    success: { status: 200, schema: StatusPageServiceSchema },
  }),
  getStatusPageService: operation('GET /v1/status-pages/services/{serviceId}', {
    summary: 'Get a service of status pages',
    ignoresUnknown: true,
    params: byService,
    success: { status: 200, schema: StatusPageServiceSchema },
    faults: ['SERVICE_NOT_FOUND'],
  }),
  updateStatusPageService: operation('PUT /v1/status-pages/services/{serviceId}', {
    summary: 'Rename a service of status pages',
    ignoresUnknown: true,
    params: byService,
    body: StatusPageServiceUpdateBodySchema,
    success: { status: 200, schema: StatusPageServiceSchema },
    faults: ['SERVICE_NOT_FOUND'],
  }),
  deleteStatusPageService: operation('DELETE /v1/status-pages/services/{serviceId}', {
    summary: 'Delete a service, and take it from cards, incidents and the checks that open incidents on it',
    params: byService,
    faults: ['SERVICE_NOT_FOUND'],
  }),
} as const
