import Type from 'typebox'
import {
  StatusPageChangeBodySchema,
  StatusPageCreateBodySchema,
  StatusPageListSchema,
  StatusPageSchema,
} from '../resources/status-page.ts'
import { cursorFields, TextId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status pages')
const byStatusPage = Type.Object({ statusPageId: TextId() })

export const statusPageOperations = {
  listStatusPages: operation('GET /v1/status-pages', {
    summary: 'List status pages, oldest first',
    ignoresUnknown: true,
    query: Type.Object(cursorFields),
    success: { status: 200, schema: StatusPageListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  createStatusPage: operation('POST /v1/status-pages', {
    summary: 'Create a status page',
    body: StatusPageCreateBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: StatusPageSchema },
    faults: [
      'SERVICE_UNKNOWN',
      ...planFaults,
      'CUSTOM_DOMAIN_INVALID',
      'STATUS_PAGE_ADDRESS_TAKEN',
      'TOO_MANY_PASSWORDS',
    ],
  }),
  getStatusPage: operation('GET /v1/status-pages/{statusPageId}', {
    summary: 'Get a status page',
    ignoresUnknown: true,
    params: byStatusPage,
    success: { status: 200, schema: StatusPageSchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
  updateStatusPage: operation('PUT /v1/status-pages/{statusPageId}', {
    summary: 'Update a status page; its cards are replaced together',
    params: byStatusPage,
    body: StatusPageChangeBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: StatusPageSchema },
    faults: [
      'STATUS_PAGE_NOT_FOUND',
      'SERVICE_UNKNOWN',
      ...planFaults,
      'CUSTOM_DOMAIN_INVALID',
      'STATUS_PAGE_ADDRESS_TAKEN',
      'TOO_MANY_PASSWORDS',
    ],
  }),
  deleteStatusPage: operation('DELETE /v1/status-pages/{statusPageId}', {
    summary: 'Delete a status page and its cards; services and incidents stay',
    params: byStatusPage,
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
} as const
