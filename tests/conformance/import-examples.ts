import type { OperationId } from '#contract'
import type { Example } from './examples.ts'

const source: Example = { params: () => ({ source: 'urls' }) }
const files = () => ({ files: [{ path: 'urls.txt', content: btoa('https://a.example') }], location: 'eu-west-1' })
const chosen = () => ({ resources: [], variables: [{ key: 'HIDDEN', value: null }] })

const plan: Example = { params: ({ importPlanId }) => ({ id: importPlanId }) }

/** How the operations of imports are called, also those of the command line tool. */
export const importExamples: { readonly [K in OperationId]?: Example } = {
  readImport: { ...source, body: files },
  planImport: { ...source, body: chosen },
  getImportComparison: source,
  setImportStates: { ...source, body: () => ({ states: [{ logicalId: 'shop', state: 'down', reason: 'timeout' }] }) },
  startImport: { ...source, body: chosen, answers: 202 },
  getImportPlanNext: plan,
  applyImportPlanNext: plan,
  commitImportPlanNext: { params: ({ appliedImportPlanId }) => ({ id: appliedImportPlanId }) },
  cancelImportPlanNext: plan,
}
