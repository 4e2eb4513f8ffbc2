import Type from 'typebox'
import {
  maxPictureBytes,
  PageDisplayBodySchema,
  PageDisplaySchema,
  PagePictureSchema,
} from '../resources/page-display.ts'
import { TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status pages')
const byStatusPage = Type.Object({ statusPageId: TextId() })

/** How status pages of both versions are displayed. */
export const pageDisplayOperations = {
  getStatusPageDisplay: operation('GET /v1/status-page-displays/{statusPageId}', {
    summary: 'Get the sites that may embed a status page, its languages and its charts',
    params: byStatusPage,
    success: { status: 200, schema: PageDisplaySchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
  updateStatusPageDisplay: operation('PUT /v1/status-page-displays/{statusPageId}', {
    summary: 'Change the sites that may embed a status page, its languages and its charts',
    params: byStatusPage,
    body: PageDisplayBodySchema,
    success: { status: 200, schema: PageDisplaySchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'PAGE_DISPLAY_INVALID'],
  }),
  createStatusPagePicture: operation('POST /v1/status-page-displays/{statusPageId}/pictures', {
    summary: 'Upload a logo or a favicon of a status page; the same picture is stored once',
    params: byStatusPage,
    upload: { type: 'application/octet-stream', maxBytes: maxPictureBytes },
    success: { status: 201, schema: PagePictureSchema, existingStatus: 200 },
    faults: ['STATUS_PAGE_NOT_FOUND', 'PICTURE_INVALID'],
    limit: { requests: 60, seconds: 60 },
  }),
} as const
