import type { Body } from './resource-row.ts'
import type { SeededAccount } from './seeded-account.ts'

// What is written into checks as into groups.

export const alertSettings = (minutes: number) => ({
  escalationType: 'TIME_BASED',
  runBasedEscalation: { failedRunThreshold: 3 },
  timeBasedEscalation: { minutesFailingThreshold: minutes },
  reminders: { amount: 2, interval: 10 },
  parallelRunFailureThreshold: { enabled: true, percentage: 40 },
})
export const retryStrategy = (maxRetries: number) => ({
  type: 'EXPONENTIAL',
  baseBackoffSeconds: 30,
  sameRegion: false,
  maxRetries,
  maxDurationSeconds: 300,
  onlyOn: ['NETWORK_ERROR'],
})
export const assertion = (source: string, target: string) => ({
  source,
  comparison: 'EQUALS',
  property: '',
  target,
  regex: '',
})
export const variable = (key: string) => ({ key, value: 'value', locked: true, secret: false })

/** Scripts before and after a request. */
export const aroundRequests = ({ snippetId }: SeededAccount): Body => ({
  setupSnippetId: snippetId,
  tearDownSnippetId: snippetId,
  localSetupScript: 'before()',
  localTearDownScript: 'after()',
})
export const withoutScripts: readonly Body[] = [
  { setupSnippetId: null },
  { tearDownSnippetId: null },
  { localSetupScript: null },
  { localTearDownScript: null },
]
