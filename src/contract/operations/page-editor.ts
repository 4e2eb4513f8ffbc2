import Type from 'typebox'
import {
  CardPageDefinitionBodySchema,
  CardPageDefinitionSchema,
  PageDefinitionBodySchema,
  PageDefinitionSchema,
  PagePreviewBodySchema,
  PagePreviewSchema,
  PageSummaryListSchema,
  ServiceSourcesSchema,
  TaggedChecksSchema,
} from '../resources/page-definition.ts'
import { Uuid } from '../schema.ts'
import { planFaults } from './operation-faults.ts'
import { cursorFields, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status pages')
const operationV3 = operationsOf('Status pages v3')
const byStatusPage = Type.Object({ statusPageId: TextId() })

/** Operations of the editor of status pages. */
export const pageEditorOperations = {
  listStatusPageSummaries: operation('GET /v1/status-page-summaries', {
    summary: 'List the status pages of both versions with their states and subscribers, oldest first',
    query: Type.Object({
      ...cursorFields,
      statusPageId: Type.Optional(Uuid({ description: 'Only this page.' })),
    }),
    success: { status: 200, schema: PageSummaryListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  previewStatusPage: operation('POST /v1/status-page-previews', {
    summary: 'Show a status page as it would be, without saving it',
    access: 'read',
    readsOnly: true,
    body: PagePreviewBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: PagePreviewSchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
    limit: { requests: 120, seconds: 60 },
  }),
  listServiceSources: operation('GET /v1/status-page-sources', {
    summary: 'List the checks that open incidents on services of status pages, the oldest service first',
    query: Type.Object(cursorFields),
    success: { status: 200, schema: ServiceSourcesSchema },
    faults: ['CURSOR_INVALID'],
  }),
  findTaggedChecks: operation('GET /v1/tagged-checks', {
    summary: 'Find the checks that an automation rule with these tags would concern',
    query: Type.Object({
      tag: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        minItems: 1,
        maxItems: 100,
        description: 'The check, or its group, has one of these tags.',
      }),
    }),
    success: { status: 200, schema: TaggedChecksSchema },
  }),
  getStatusPageDefinition: operation('GET /v1/status-pages/{statusPageId}/definition', {
    summary: 'Get a status page together with how it is displayed',
    params: byStatusPage,
    success: { status: 200, schema: CardPageDefinitionSchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
  updateStatusPageDefinition: operation('PUT /v1/status-pages/{statusPageId}/definition', {
    summary: 'Update a status page and how it is displayed together',
    params: byStatusPage,
    body: CardPageDefinitionBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: CardPageDefinitionSchema },
    faults: [
      'STATUS_PAGE_NOT_FOUND',
      'SERVICE_UNKNOWN',
      ...planFaults,
      'CUSTOM_DOMAIN_INVALID',
      'STATUS_PAGE_ADDRESS_TAKEN',
      'TOO_MANY_PASSWORDS',
      'PAGE_DISPLAY_INVALID',
    ],
  }),
  getStatusPageDefinitionV3: operationV3('GET /v3/status-pages/{statusPageId}/definition', {
    summary: 'Get the settings of a status page, how it is displayed, and all its components in the order of display',
    params: byStatusPage,
    success: { status: 200, schema: PageDefinitionSchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
  updateStatusPageDefinitionV3: operationV3('PUT /v3/status-pages/{statusPageId}/definition', {
    summary: 'Replace the settings of a status page and all its components together, and change how it is displayed',
    params: byStatusPage,
    body: PageDefinitionBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: PageDefinitionSchema },
    faults: [
      'STATUS_PAGE_NOT_FOUND',
      'CUSTOM_DOMAIN_INVALID',
      'STATUS_PAGE_ADDRESS_TAKEN',
      'COMPONENT_INVALID',
      'PAGE_DISPLAY_INVALID',
    ],
  }),
} as const
