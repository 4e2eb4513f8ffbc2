export {
  createComponentPage,
  deleteComponentPage,
  getComponentPage,
  listComponentPagesOfAccount,
  updateComponentPage,
} from './component-pages.ts'
export type { ComponentPageInput } from './component-pages.ts'
export { proofOf } from './decide-verification.ts'
export { getDomainVerification, recheckDomain, verifyDueDomains } from './verify-domains.ts'
export type { DomainChecks, LookUpRecords } from './verify-domains.ts'
export {
  createPageComponent,
  deletePageComponent,
  getPageComponent,
  listPageComponents,
  updatePageComponent,
} from './components.ts'
export type { ComponentReference } from './components.ts'
export {
  changeComponentIncident,
  deleteIncidentOfPage,
  getComponentIncident,
  listComponentIncidentsOfPage,
  openComponentIncident,
  replaceImpacts,
} from './component-incidents.ts'
export type { ComponentIncidentReference } from './component-incidents.ts'
export {
  changeComponentUpdate,
  deleteComponentUpdate,
  getComponentUpdate,
  listComponentUpdates,
  postUpdateOfComponents,
} from './component-updates.ts'
export type { ComponentUpdateReference } from './component-updates.ts'
export { getPageDefinition, updatePageDefinition } from './page-definition.ts'
export type { PageDefinition } from './page-definition.ts'
export { listSubscribersOfComponents, subscribeToComponents, unsubscribeFromComponents } from './page-subscribers.ts'
export {
  createAutomationRule,
  deleteAutomationRule,
  getAutomationRule,
  listAutomationRules,
  updateAutomationRule,
} from './automation-rules.ts'
export type { RuleReference } from './automation-rules.ts'
