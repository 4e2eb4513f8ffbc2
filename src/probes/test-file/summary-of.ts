import type { ScriptAnswer } from '#contract'
import type { BrowserEvent } from '#scripting'

type Counts = ScriptAnswer['traceSummary']

const counted: { readonly [N in keyof Counts]: (event: BrowserEvent) => boolean } = {
  consoleErrors: (event) => event.type === 'console' && event.level === 'error',
  networkErrors: (event) => event.type === 'request' && isFailed(event),
  documentErrors: (event) => event.type === 'request' && event.resourceType === 'document' && isFailed(event),
  userScriptErrors: (event) => event.type === 'page-error',
}

const isFailed = ({ status, failure }: Extract<BrowserEvent, { type: 'request' }>): boolean =>
  failure !== null || (status ?? 0) >= 400

/** The number of problems in the pages of a run. */
export const summaryOf = (events: readonly BrowserEvent[]): Counts => ({
  consoleErrors: events.filter(counted.consoleErrors).length,
  networkErrors: events.filter(counted.networkErrors).length,
  documentErrors: events.filter(counted.documentErrors).length,
  userScriptErrors: events.filter(counted.userScriptErrors).length,
})
