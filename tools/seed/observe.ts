import { checkTypes, descriptorOf, isHttpCall } from '#contract'
import type { AnalyticsDescriptor, Observation, ObservationFailure, RunReport, RunTask } from '#contract'
import { describeResult, hideSecrets, evaluateRun } from '#evaluation'
import type { SeedFault } from './plan.ts'
import { actedAnswer, isActed } from './scripts.ts'

export interface SeedConditions {
  readonly atMs: number
  readonly typicalMs: number
  readonly outage: SeedFault | null
  /** At least 0 and below 1. */
  readonly random: () => number
}

/** The report of a run that met these conditions, evaluated as a runner evaluates what it saw. */
export function reportOf(task: RunTask, conditions: SeedConditions): RunReport {
  const observation = observe(task, conditions)
  const verdict = evaluateRun(task, observation)
  const hidden = hideSecrets(task, observation, verdict)
  return {
    taskId: task.id,
    leaseToken: task.leaseToken,
    ...hidden,
    detail: { ...describeResult(task, hidden.observation, hidden.verdict) },
    isRunnerError: false,
  }
}

function observe(task: RunTask, { atMs, typicalMs, outage, random }: SeedConditions): Observation {
  const elapsed = elapsedMs({ atMs, typicalMs, outage, random })
  const failure = isActed(task.checkType) ? null : failureOf(task, outage)
  const times = { startedAt: atMs, stoppedAt: atMs + Math.ceil(elapsed), responseTimeMs: elapsed, log: [] }
  if (failure) return { ...times, answer: null, failure }
  return { ...times, answer: answerOf(task, { atMs, elapsed, outage }), failure: null }
}

/** Slower by day than by night, now and then much slower; in an outage as slow at any hour. */
function elapsedMs({ atMs, typicalMs, outage, random }: SeedConditions): number {
  if (outage === 'timeout') return 10_000
  if (outage === 'slow') return Math.round(typicalMs * 5 * (0.75 + 0.5 * random()) * 1000) / 1000
  const hour = new Date(atMs).getUTCHours()
  const daily = 1 + 0.35 * Math.sin(((hour - 8) / 24) * 2 * Math.PI)
  const noise = 0.75 + 0.5 * random() + (random() < 0.01 ? 2 * random() : 0)
  return Math.round(typicalMs * daily * noise * 1000) / 1000
}

function failureOf(task: RunTask, outage: SeedFault | null): ObservationFailure | null {
  // Checks of one kind share a host, so that they fail for one reason.
  const target = `${task.checkName.toLowerCase().split(' ')[0]}.example`
  if (outage === 'refused')
    return {
      kind: 'connect',
      code: 'ECONNREFUSED',
      message: `The connection to ${target} was refused.`,
      isNetworkError: true,
    }
  if (outage === 'timeout')
    return {
      kind: 'timeout',
      code: 'ESOCKETTIMEDOUT',
      message: `${target} did not answer within 10 seconds.`,
      isNetworkError: true,
    }
  return null
}

const scriptFailures = {
  picture:
    'Error: expect(page).toHaveScreenshot(expected) failed\n\n  9250 pixels (ratio 0.04 of all image pixels) are different.',
  refused: 'Error: apiRequestContext.post: connect ECONNREFUSED 192.0.2.7:443',
  timeout: 'Error: Timed out 5000ms waiting for expect(locator).toBeVisible()',
  'status 503': 'Error: expect(received).toBe(expected)\n\nExpected: 201\nReceived: 503',
} as const

/** The sample of the check type, with durations that make `elapsed` of its main metric. */
function answerOf(
  task: RunTask,
  { atMs, elapsed, outage }: { readonly atMs: number; readonly elapsed: number; readonly outage: SeedFault | null },
): Observation['answer'] {
  const failure = outage === null || outage === 'slow' ? null : scriptFailures[outage]
  if (isActed(task.checkType))
    return actedAnswer(checkTypes.BROWSER.shapes.sample.answer, task.checkType, { atMs, elapsed, failure })
  const { shapes } = checkTypes[task.checkType]
  const analytics: AnalyticsDescriptor = descriptorOf(task.checkType).analytics
  const answer = structuredClone(shapes.sample.answer)
  const paths = analytics.metrics.flatMap(({ name, unit, source }) =>
    unit === 'milliseconds' && Array.isArray(source) ? [{ isMain: name === analytics.main, path: source }] : [],
  )
  const main = paths.find(({ isMain }) => isMain)
  const typical = (main ? [main] : paths).reduce((sum, { path }) => sum + (numberAt(answer, path) ?? 0), 0)
  for (const { path } of typical > 0 ? paths : []) scaleAt(answer, path, elapsed / typical)
  return isHttpCall(task.checkType, task.request) ? { ...answer, ...httpAnswer(task.request.url, outage) } : answer
}

const numberAt = (value: object, path: readonly string[]): number | null => {
  const found: unknown = path.reduce((part: unknown, name) => Reflect.get(Object(part), name), value)
  return typeof found === 'number' ? found : null
}

function scaleAt(value: object, path: readonly string[], factor: number): void {
  const before = numberAt(value, path)
  const holder = path.slice(0, -1).reduce((part: object, name) => Object(Reflect.get(part, name)), value)
  if (before !== null) Reflect.set(holder, path.at(-1) ?? '', before * factor)
}

const httpAnswer = (finalUrl: string, outage: SeedFault | null) => ({
  finalUrl,
  ...(outage === 'status 503'
    ? {
        status: 503,
        statusText: 'Service Unavailable',
        body: '{"error":"upstream connect error or disconnect before headers"}',
      }
    : { body: '{"status":"ok"}' }),
})
