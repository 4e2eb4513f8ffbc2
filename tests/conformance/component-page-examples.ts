import type { OperationId } from '#contract'
import { randomId } from '#kernel'
import type { Example } from './examples.ts'
import type { SeededAccount } from './seeded-account.ts'

/** Bodies that create a status page with components, and what belongs to it. */
export const componentPageBodies = {
  componentPage: () => ({
    name: 'Page of the conformance tests',
    url: `page-${randomId()}`,
    customDomain: `${randomId()}.pages.example`,
  }),
  pageReaders: () => ({ emails: [`reader-${randomId().slice(0, 8)}@mail.example`] }),
  component: (parentId: string | null, type = 'SERVICE') => ({ name: 'Shop', displayOrder: 1, parentId, type }),
  pageSubscribers: (componentId: string) => ({
    subscriptions: [
      {
        type: 'EMAIL',
        config: { address: `reader-${randomId().slice(0, 8)}@mail.example`, subscribedComponents: [componentId] },
      },
    ],
    autoVerify: true,
  }),
  automationRule: (componentId: string) => ({
    name: 'Rule of the conformance tests',
    firstUpdate: 'We are looking.',
    lastUpdate: 'It works again.',
    tags: ['nothing-has-this'],
    components: [{ componentId, targetImpact: 'MAJOR_OUTAGE' }],
  }),
  pageUpdate: (status: string) => ({ status, description: 'We are looking.' }),
  pageIncident: (componentId: string) => ({
    name: 'Incident of the conformance tests',
    componentImpacts: [{ componentId, status: 'MAJOR_OUTAGE' }],
    incidentUpdates: [{ status: 'INVESTIGATING', description: 'We are looking.' }],
  }),
}

const pageOfComponents = { params: ({ componentPage: { id } }: SeededAccount) => ({ statusPageId: id }) }
const privatePage = { params: ({ statusPageId }: SeededAccount) => ({ statusPageId }) }
const pageComponent = {
  params: ({ componentPage: { id, componentId } }: SeededAccount) => ({ statusPageId: id, componentId }),
}
const ruleOfPage = {
  params: ({ componentPage: { id, ruleId } }: SeededAccount) => ({ statusPageId: id, ruleId }),
}
const incidentOfPage = {
  params: ({ componentPage: { id, incidentId } }: SeededAccount) => ({ statusPageId: id, incidentId }),
}
const updateOfPage = {
  params: ({ componentPage: { id, incidentId, updateId } }: SeededAccount) => ({
    statusPageId: id,
    incidentId,
    incidentUpdateId: updateId,
  }),
}

/** How the operations of status pages with components are called. */
export const componentPageExamples = {
  createStatusPageV3: { body: componentPageBodies.componentPage },
  getStatusPageV3: pageOfComponents,
  updateStatusPageV3: { ...pageOfComponents, body: componentPageBodies.componentPage },
  deleteStatusPageV3: pageOfComponents,
  getDomainVerificationV3: pageOfComponents,
  recheckDomainV3: pageOfComponents,
  previewStatusPage: {
    body: ({ componentPage: { id } }) => ({
      version: 3,
      statusPageId: id,
      page: { name: 'A draft' },
      components: [{ id: 'new', name: 'Shop' }],
    }),
  },
  getStatusPageAccess: pageOfComponents,
  updateStatusPageAccess: { ...pageOfComponents, body: () => ({ isPrivate: true }) },
  listStatusPageReaders: privatePage,
  addStatusPageReaders: { ...privatePage, body: componentPageBodies.pageReaders },
  removeStatusPageReader: { params: ({ statusPageId, readerId }) => ({ statusPageId, readerId }) },
  deleteStatusPagePassword: privatePage,
  getStatusPageDisplay: pageOfComponents,
  updateStatusPageDisplay: {
    ...pageOfComponents,
    body: ({ componentPage: { componentId }, checkIds }) => ({
      embedOrigins: ['https://www.shop.example'],
      languages: ['en'],
      charts: [{ componentId, checkId: checkIds.url }],
    }),
  },
  createStatusPagePicture: {
    ...pageOfComponents,
    body: () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><!-- ${randomId()} --></svg>`),
  },
  tryFeed: { body: () => ({ url: 'https://status.provider.example' }) },
  listComponentFeedsV3: pageOfComponents,
  findTaggedChecks: { query: { tag: 'nothing-has-this' } },
  getStatusPageDefinition: privatePage,
  updateStatusPageDefinition: { ...privatePage, body: () => ({ name: 'Shop', display: { languages: ['en'] } }) },
  getStatusPageDefinitionV3: pageOfComponents,
  updateStatusPageDefinitionV3: {
    ...pageOfComponents,
    body: ({ componentPage: { componentId } }) => ({
      page: componentPageBodies.componentPage(),
      components: [
        { id: 'store', name: 'Store', type: 'GROUP' },
        { id: componentId, name: 'Shop', parentId: 'store', feed: { url: 'https://status.provider.example' } },
      ],
      display: { languages: ['en'] },
    }),
  },
  listStatusPageComponentsV3: pageOfComponents,
  createStatusPageComponentV3: { ...pageOfComponents, body: () => componentPageBodies.component(null) },
  getStatusPageComponentV3: pageComponent,
  updateStatusPageComponentV3: { ...pageComponent, body: () => ({ name: 'A new name', displayOrder: 2 }) },
  deleteStatusPageComponentV3: pageComponent,
  listStatusPageIncidentsV3: pageOfComponents,
  createStatusPageIncidentV3: {
    ...pageOfComponents,
    body: ({ componentPage: { componentId } }) => componentPageBodies.pageIncident(componentId),
  },
  getStatusPageIncidentV3: incidentOfPage,
  updateStatusPageIncidentV3: { ...incidentOfPage, body: () => ({ name: 'A new name', componentImpacts: [] }) },
  deleteStatusPageIncidentV3: incidentOfPage,
  replaceComponentImpactsV3: {
    ...incidentOfPage,
    body: ({ componentPage: { componentId } }) => ({
      componentImpacts: [
        { componentId, status: 'PARTIAL_OUTAGE', startedAt: '2026-01-01T10:00:00.000Z', endedAt: null },
      ],
    }),
  },
  listStatusPageIncidentUpdatesV3: incidentOfPage,
  createStatusPageIncidentUpdateV3: { ...incidentOfPage, body: () => componentPageBodies.pageUpdate('IDENTIFIED') },
  getStatusPageIncidentUpdateV3: updateOfPage,
  updateStatusPageIncidentUpdateV3: { ...updateOfPage, body: () => componentPageBodies.pageUpdate('MONITORING') },
  deleteStatusPageIncidentUpdateV3: updateOfPage,
  listStatusPageSubscribersV3: pageOfComponents,
  createStatusPageSubscribersV3: {
    ...pageOfComponents,
    body: ({ componentPage: { componentId } }) => componentPageBodies.pageSubscribers(componentId),
  },
  deleteStatusPageSubscriberV3: {
    params: ({ componentPage: { id, subscriberId } }) => ({ statusPageId: id, subscriberId }),
  },
  listAutomationRulesV3: pageOfComponents,
  createAutomationRuleV3: {
    ...pageOfComponents,
    body: ({ componentPage: { componentId } }) => componentPageBodies.automationRule(componentId),
  },
  getAutomationRuleV3: ruleOfPage,
  updateAutomationRuleV3: {
    ...ruleOfPage,
    body: ({ componentPage: { componentId } }) => ({
      ...componentPageBodies.automationRule(componentId),
      name: 'A new name',
    }),
  },
  deleteAutomationRuleV3: ruleOfPage,
} satisfies { readonly [K in OperationId]?: Example }
