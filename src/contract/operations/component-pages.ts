import Type from 'typebox'
import {
  ComponentPageBodySchema,
  ComponentPageListSchema,
  ComponentPageSchema,
  ComponentPageUpdateBodySchema,
} from '../resources/component-page.ts'
import { DomainVerificationSchema } from '../resources/domain-verification.ts'
import {
  PageComponentBodySchema,
  PageComponentListSchema,
  PageComponentSchema,
  PageComponentUpdateBodySchema,
} from '../resources/page-component.ts'
import { cursorFields, TextId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status pages v3')
const byStatusPage = Type.Object({ statusPageId: TextId() })
const byComponent = Type.Object({ statusPageId: TextId(), componentId: TextId() })

const pageOperations = {
  listStatusPagesV3: operation('GET /v3/status-pages', {
    summary: 'List status pages with components, oldest first',
    query: Type.Object(cursorFields),
    success: { status: 200, schema: ComponentPageListSchema },
    faults: ['CURSOR_INVALID'],
  }),
  createStatusPageV3: operation('POST /v3/status-pages', {
    summary: 'Create a status page with components',
    body: ComponentPageBodySchema,
    success: { status: 201, schema: ComponentPageSchema },
    faults: [...planFaults, 'CUSTOM_DOMAIN_INVALID', 'STATUS_PAGE_ADDRESS_TAKEN'],
  }),
  getStatusPageV3: operation('GET /v3/status-pages/{statusPageId}', {
    summary: 'Get a status page with components',
    params: byStatusPage,
    success: { status: 200, schema: ComponentPageSchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
  updateStatusPageV3: operation('PUT /v3/status-pages/{statusPageId}', {
    summary: 'Replace the settings of a status page; fields that are left out are reset',
    params: byStatusPage,
    body: ComponentPageUpdateBodySchema,
    success: { status: 200, schema: ComponentPageSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'CUSTOM_DOMAIN_INVALID', 'STATUS_PAGE_ADDRESS_TAKEN'],
  }),
  deleteStatusPageV3: operation('DELETE /v3/status-pages/{statusPageId}', {
    summary: 'Delete a status page with its components, automation rules, incidents and subscribers',
    params: byStatusPage,
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
} as const

const domainOperations = {
  getDomainVerificationV3: operation('GET /v3/status-pages/{statusPageId}/custom-domain-verifications', {
    summary: 'Get the records that verify the custom domain of a status page, and whether they were found',
    params: byStatusPage,
    success: { status: 200, schema: DomainVerificationSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'CUSTOM_DOMAIN_NOT_SET'],
  }),
  recheckDomainV3: operation('POST /v3/status-pages/{statusPageId}/custom-domain-verifications/recheck', {
    summary: 'Look for the records of the custom domain of a status page at once',
    params: byStatusPage,
    success: { status: 200, schema: DomainVerificationSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'CUSTOM_DOMAIN_NOT_SET'],
  }),
} as const

const componentOperations = {
  listStatusPageComponentsV3: operation('GET /v3/status-pages/{statusPageId}/components', {
    summary: 'List the components of a status page, oldest first',
    params: byStatusPage,
    query: Type.Object(cursorFields),
    success: { status: 200, schema: PageComponentListSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  createStatusPageComponentV3: operation('POST /v3/status-pages/{statusPageId}/components', {
    summary: 'Add a component to a status page',
    params: byStatusPage,
    body: PageComponentBodySchema,
    success: { status: 201, schema: PageComponentSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'COMPONENT_INVALID', 'COMPONENTS_FULL'],
  }),
  getStatusPageComponentV3: operation('GET /v3/status-pages/{statusPageId}/components/{componentId}', {
    summary: 'Get a component of a status page',
    params: byComponent,
    success: { status: 200, schema: PageComponentSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'COMPONENT_NOT_FOUND'],
  }),
  updateStatusPageComponentV3: operation('PUT /v3/status-pages/{statusPageId}/components/{componentId}', {
    summary: 'Replace a component of a status page; fields that are left out are reset',
    params: byComponent,
    body: PageComponentUpdateBodySchema,
    success: { status: 200, schema: PageComponentSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'COMPONENT_NOT_FOUND', 'COMPONENT_INVALID'],
  }),
  deleteStatusPageComponentV3: operation('DELETE /v3/status-pages/{statusPageId}/components/{componentId}', {
    summary: 'Delete a component of a status page; those in a group stay, without a group',
    params: byComponent,
    faults: ['STATUS_PAGE_NOT_FOUND', 'COMPONENT_NOT_FOUND'],
  }),
} as const

export const componentPageOperations = { ...pageOperations, ...domainOperations, ...componentOperations } as const
