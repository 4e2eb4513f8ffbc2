import Type from 'typebox'
import {
  StatusPageChangeBodySchema,
  StatusPageCreateBodySchema,
  StatusPageListSchema,
  StatusPageSchema,
} from '../resources/status-page.ts'
import { cursorFields, TextId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operation } from './row.ts'

const tag = 'Status pages'
const byStatusPage = Type.Object({ statusPageId: TextId() })

export const statusPageOperations = {
  listStatusPages: operation({
    method: 'GET',
    path: '/v1/status-pages',
    tag,
    summary: 'List status pages, oldest first',
    access: 'read',
    ignoresUnknown: true,
    query: Type.Object(cursorFields),
    success: { status: 200, schema: StatusPageListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  createStatusPage: operation({
    method: 'POST',
    path: '/v1/status-pages',
    tag,
    summary: 'Create a status page',
    access: 'write',
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
  getStatusPage: operation({
    method: 'GET',
    path: '/v1/status-pages/{statusPageId}',
    tag,
    summary: 'Get a status page',
    access: 'read',
    ignoresUnknown: true,
    params: byStatusPage,
    success: { status: 200, schema: StatusPageSchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
  updateStatusPage: operation({
    method: 'PUT',
    path: '/v1/status-pages/{statusPageId}',
    tag,
    summary: 'Update a status page; its cards are replaced together',
    access: 'write',
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
  deleteStatusPage: operation({
    method: 'DELETE',
    path: '/v1/status-pages/{statusPageId}',
    tag,
    summary: 'Delete a status page and its cards; services and incidents stay',
    access: 'write',
    params: byStatusPage,
    success: { status: 204 },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
} as const
