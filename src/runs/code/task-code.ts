import { atEnvironment, isHttpCall } from '#contract'
import type { RunTask, TaskCode, TaskVariable } from '#contract'
import { writeReason } from '#contract/reasons'
import { renderTemplate } from '#templating'
import type { TemplateChance } from '#templating'
import type { PreparedCheck } from '../prepare/prepared-check.ts'

interface RunValues {
  /** Built-in variables, and those of the check and its run. */
  readonly variables: Readonly<Record<string, string>>
  readonly chance: TemplateChance
}

/**
 * The code of one run with its variables, and the URL of its request as it is before setup. The problem of a check
 * whose code cannot be prepared.
 */
export function taskCodeOf(
  task: Pick<RunTask, 'checkType' | 'request'>,
  prepared: PreparedCheck,
  { variables, chance }: RunValues,
): { readonly code: TaskCode; readonly requestUrl?: string } | { readonly problem: string } {
  const { code, runtimeId } = prepared
  if (code === null || code.problem !== null) return { problem: code?.problem ?? writeReason('NO_CODE') }
  if (code.kind !== 'around request')
    return { code: { ...code.task, runtimeId, environment: environmentOf(prepared, variables) } }
  const requestUrl = urlOf(task, prepared, { variables, chance })
  const environment = environmentOf(prepared, { REQUEST_URL: requestUrl, ...variables })
  const { environmentUrl = null } = prepared
  return {
    code: { ...code.task, runtimeId, environment, ...(environmentUrl !== null && { environmentUrl }) },
    requestUrl,
  }
}

function environmentOf({ runtimeId, secretKeys }: PreparedCheck, variables: Readonly<Record<string, string>>) {
  const all = { ...(runtimeId !== null && { RUNTIME_VERSION: runtimeId }), ...variables }
  return Object.entries(all).map(([key, value]): TaskVariable => ({ key, value, secret: secretKeys.has(key) }))
}

/** Empty for a URL that can be filled only with what setup leaves. */
function urlOf(
  { checkType, request }: Pick<RunTask, 'checkType' | 'request'>,
  { environmentUrl }: PreparedCheck,
  { variables, chance }: RunValues,
): string {
  if (!isHttpCall(checkType, request)) return ''
  const rendered = renderTemplate(request.url, variables, { ...chance, encode: 'uri' })
  if (rendered.problem !== undefined) return ''
  const sent = atEnvironment(checkType, { ...request, url: rendered.text }, environmentUrl)
  return isHttpCall(checkType, sent) ? sent.url : ''
}
