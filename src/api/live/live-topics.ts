import { isUuid } from '#kernel'

/** The last part of a topic: a run starts, an attempt or all of it ends, it could not be executed, it writes to its log. */
export type LiveSubtopic = 'run-start' | 'result' | 'error' | 'stream-logs'

const [root, kind] = ['account', 'ad-hoc-check-results']
/** Of the sequence, the run and the subtopic. */
const wildcards = ['+', '+', '+']

/**
 * The id of the live run that a topic filter subscribes to: `account/{account}/ad-hoc-check-results/{suite}/+/+/+` of the
 * own account. Null for every other filter.
 */
export function suiteOfFilter(filter: string, accountId: string): string | null {
  const [first, account, second, suite = '', ...rest] = filter.split('/')
  const isOwn = first === root && account?.toLowerCase() === accountId && second === kind
  const isWhole = rest.length === wildcards.length && rest.every((level, index) => level === wildcards[index])
  return isOwn && isWhole && isUuid(suite) ? suite.toLowerCase() : null
}

/** The topic of a message, as its subscriber wrote account and suite. */
export const liveTopic = (
  filter: string,
  {
    sequenceId,
    runId,
    subtopic,
  }: { readonly sequenceId: string; readonly runId: string; readonly subtopic: LiveSubtopic },
): string => [...filter.split('/').slice(0, -wildcards.length), sequenceId, runId, subtopic].join('/')
