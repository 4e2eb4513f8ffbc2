import type {
  Answers,
  DnsJsonAnswer,
  HttpAnswer,
  HttpSent,
  Observation,
  RunTask,
  Verdict,
  WireCheckType,
} from '#contract'
import { hideAssertion, hiddenText } from './hidden-text.ts'
import type { HiddenText } from './hidden-text.ts'
import { lockedKeys, maskNamed } from './masked-headers.ts'

/** How much of a body or an answer is stored, in characters: 100 KB of plain text. */
export const storedBodyLimit = 102_400
const storedRequestBodyLimit = 102_400

/**
 * Takes everything secret out of an observation and a verdict, and cuts what is too long to store. The runner calls it
 * after judging, which needs the real texts. Only texts from outside change: codes, outcomes and property names stay,
 * even when a secret is spelled like one.
 */
export function hideSecrets<T extends WireCheckType>(
  task: RunTask<T>,
  observation: Observation<T>,
  verdict: Verdict,
): { readonly observation: Observation<T>; readonly verdict: Verdict } {
  const hidden = hiddenText(task.secrets)
  const { answer, failure, sent, log } = observation
  return {
    observation: {
      ...observation,
      answer: answer === null ? null : answerHiders[task.checkType](answer, hidden),
      failure: failure && { ...failure, message: hidden.all(failure.message) },
      log: log.map((line) => ({ ...line, msg: hidden.all(line.msg) })),
      ...(sent ? { sent: hideSent(sent, task, hidden) } : {}),
    },
    verdict: {
      ...verdict,
      reasons: verdict.reasons.map((reason) => ({ ...reason, message: hidden.all(reason.message) })),
      assertions: verdict.assertions.map((outcome) => hideAssertion(outcome, hidden)),
    },
  }
}

const answerHiders: { readonly [T in WireCheckType]: (answer: Answers[T], hidden: HiddenText) => Answers[T] } = {
  TCP: (answer, hidden) => ({ ...answer, data: hidden.excerpt(answer.data, storedBodyLimit) }),
  DNS: (answer, hidden) => ({
    ...answer,
    text: hidden.excerpt(answer.text, storedBodyLimit),
    json: hideDnsJson(answer.json, hidden),
  }),
  URL: hideHttp,
  API: hideHttp,
  ICMP: ({ text, json }, hidden) => ({
    text: hidden.excerpt(text, storedBodyLimit),
    json: { ...json, hostname: hidden.all(json.hostname) },
  }),
}

function hideHttp(answer: HttpAnswer, hidden: HiddenText): HttpAnswer {
  return {
    ...answer,
    statusText: hidden.all(answer.statusText),
    headers: maskNamed(hideRecord(answer.headers, hidden)),
    body: hidden.excerpt(answer.body, storedBodyLimit),
    bodyTruncated: answer.bodyTruncated || answer.body.length > storedBodyLimit,
    finalUrl: hidden.all(answer.finalUrl),
  }
}

const hideDnsJson = (json: DnsJsonAnswer, hidden: HiddenText): DnsJsonAnswer => ({
  ...json,
  Question: json.Question.map((question) => ({ ...question, name: hidden.all(question.name) })),
  Answer: json.Answer.map((row) => ({ ...row, name: hidden.all(row.name), data: hidden.all(row.data) })),
})

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

function hideRecord<V extends string | readonly string[]>(
  record: Readonly<Record<string, V>>,
  hidden: HiddenText,
): Record<string, V> {
  const entries = Object.entries(record).map(([name, value]): [string, V] => [
    hidden.all(name),
    hideValue(value, hidden),
  ])
  return Object.fromEntries(entries)
}

/** A text stays a text and a list stays a list, which the compiler cannot see through the generic. */
const hideValue = <V extends string | readonly string[]>(value: V, hidden: HiddenText): V =>
  (typeof value === 'string' ? hidden.all(value) : value.map(hidden.all)) as V
