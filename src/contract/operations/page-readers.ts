import Type from 'typebox'
import { PageAccessBodySchema, PageAccessSchema } from '../resources/page-access.ts'
import { PageReaderListSchema, PageReadersAddedSchema, PageReadersBodySchema } from '../resources/page-reader.ts'
import { planFaults } from './operation-faults.ts'
import { TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status pages')
const byStatusPage = Type.Object({ statusPageId: TextId() })

/** Who may read a page of either version. */
export const pageReaderOperations = {
  getStatusPageAccess: operation('GET /v1/status-pages/{statusPageId}/access', {
    summary: 'Get whether a status page of either version is private',
    params: byStatusPage,
    success: { status: 200, schema: PageAccessSchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
  updateStatusPageAccess: operation('PUT /v1/status-pages/{statusPageId}/access', {
    summary: 'Make a status page of either version private or public, or give it another password',
    params: byStatusPage,
    body: PageAccessBodySchema,
    success: { status: 200, schema: PageAccessSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', ...planFaults, 'TOO_MANY_PASSWORDS'],
  }),
  listStatusPageReaders: operation('GET /v1/status-pages/{statusPageId}/readers', {
    summary: 'List the readers of a private status page, by address',
    params: byStatusPage,
    success: { status: 200, schema: PageReaderListSchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
  addStatusPageReaders: operation('POST /v1/status-pages/{statusPageId}/readers', {
    summary: 'Let up to 100 addresses read a private status page',
    params: byStatusPage,
    body: PageReadersBodySchema,
    success: { status: 201, schema: PageReadersAddedSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'PAGE_READERS_FULL', ...planFaults],
  }),
  removeStatusPageReader: operation('DELETE /v1/status-pages/{statusPageId}/readers/{readerId}', {
    summary: 'Remove a reader of a private status page, who is signed out at once',
    params: Type.Object({ statusPageId: TextId(), readerId: TextId() }),
    faults: ['STATUS_PAGE_NOT_FOUND', 'PAGE_READER_NOT_FOUND'],
  }),
  deleteStatusPagePassword: operation('DELETE /v1/status-pages/{statusPageId}/password', {
    summary: 'Delete the password of a private status page, so that only its readers can open it',
    params: byStatusPage,
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
} as const
