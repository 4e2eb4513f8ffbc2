import { descriptorOf, traceIdOf, traceparentOf } from '#contract'
import type { KeyValuePair, RunTask } from '#contract'

/**
 * A run over HTTP that tells its target which trace it belongs to (W3C Trace Context), with a member of `tracestate` by
 * which the target knows the sender. A check that sends a trace already keeps it.
 */
export function withTrace(task: RunTask, member: string | null): RunTask {
  if (member === null || descriptorOf(task.checkType).isHttpCall !== true || !hasHeaders(task.request)) return task
  const { headers } = task.request
  if (headers.some(({ key }) => key.trim().toLowerCase() === 'traceparent')) return task
  const added = [header('traceparent', traceparentOf(task.id)), header('tracestate', `${member}=true`)]
  return withHeaders(task, [...headers, ...added])
}

/** The same for scripts, which decide themselves where they send it. */
export const traceVariables = (id: string, member: string, isDropIn: boolean): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (isDropIn ? ['SERVICE', 'CHECKLY'] : ['SERVICE']).flatMap((prefix) => [
      [`${prefix}_TRACE_ID`, traceIdOf(id)],
      [`${prefix}_TRACEPARENT`, traceparentOf(id)],
      [`${prefix}_TRACESTATE`, `${member}=true`],
    ]),
  )

const header = (key: string, value: string): KeyValuePair => ({ key, value, locked: false })

const hasHeaders = (request: object): request is { readonly headers: readonly KeyValuePair[] } =>
  'headers' in request && Array.isArray(request.headers)

/** The cast is safe because the request has headers, and keeps everything else. */
const withHeaders = (task: RunTask, headers: readonly KeyValuePair[]): RunTask =>
  ({ ...task, request: { ...task.request, headers } }) as RunTask
