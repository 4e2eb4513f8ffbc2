import type { HttpSent, LogLine, Observation, RunTask, Verdict, WireCheckType } from '#contract'
import { checkTypeEvaluations } from './check-types/index.ts'
import { hideAssertion, hiddenText } from './hidden-text.ts'
import type { HiddenText } from './hidden-text.ts'
import { hideRecord } from './hide-record.ts'
import { lockedKeys, maskNamed } from './masked-headers.ts'

const storedRequestBodyLimit = 102_400

/**
 * Removes secrets from an observation and a verdict, and cuts values that are too long to store. The runner calls it
 * after evaluation, which needs the original values. Codes, outcomes and property names are unchanged, even when a
 * secret equals one.
 */
export function hideSecrets<T extends WireCheckType>(
  task: RunTask<T>,
  observation: Observation<T>,
  verdict: Verdict,
): { readonly observation: Observation<T>; readonly verdict: Verdict } {
  const hidden = hiddenText(task.secrets)
  const { answer, failure, sent, log, scriptLogs, scriptFailures } = observation
  return {
    observation: {
      ...observation,
      answer: answer === null ? null : checkTypeEvaluations[task.checkType].hide(answer, hidden),
      failure: failure && { ...failure, message: hidden.all(failure.message) },
      log: hideLines(log, hidden),
      ...(scriptLogs && {
        scriptLogs: { setup: hideLines(scriptLogs.setup, hidden), teardown: hideLines(scriptLogs.teardown, hidden) },
      }),
      ...(scriptFailures && { scriptFailures: scriptFailures.map(hidden.all) }),
      ...(sent ? { sent: hideSent(sent, task, hidden) } : {}),
    },
    verdict: {
      ...verdict,
      reasons: verdict.reasons.map((reason) => ({ ...reason, message: hidden.all(reason.message) })),
      assertions: verdict.assertions.map((outcome) => hideAssertion(outcome, hidden)),
    },
  }
}

const hideLines = (lines: readonly LogLine[], hidden: HiddenText): LogLine[] =>
  lines.map((line) => ({ ...line, msg: hidden.all(line.msg) }))

function hideSent<T extends WireCheckType>(sent: HttpSent, task: RunTask<T>, hidden: HiddenText): HttpSent {
  const { request } = task
  const headers = 'headers' in request ? lockedKeys(request.headers) : undefined
  const params = 'queryParameters' in request ? lockedKeys(request.queryParameters) : undefined
  return {
    method: sent.method,
    url: hidden.all(sent.url),
    data: hidden.excerpt(sent.data, storedRequestBodyLimit),
    headers: maskNamed(hideRecord(sent.headers, hidden), headers),
    params: maskNamed(hideRecord(sent.params, hidden), params),
  }
}
