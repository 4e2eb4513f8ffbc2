import { checkTypes, descriptorOf, isHttpCall } from '#contract'
import type { AnalyticsDescriptor, Observation, ObservationFailure, RunReport, RunTask } from '#contract'
import { describeResult, hideSecrets, evaluateRun } from '#evaluation'
import type { SeedOutage } from './plan.ts'

export interface SeedConditions {
  readonly atMs: number
  readonly typicalMs: number
  readonly outage: SeedOutage['kind'] | null
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
  const failure = failureOf(task, outage)
  const elapsed = elapsedMs({ atMs, typicalMs, outage, random })
  const times = { startedAt: atMs, stoppedAt: atMs + Math.ceil(elapsed), responseTimeMs: elapsed, log: [] }
  if (failure) return { ...times, answer: null, failure }
  return { ...times, answer: answerOf(task, elapsed, outage), failure: null }
}

/** Slower by day than by night, now and then much slower. */
function elapsedMs({ atMs, typicalMs, outage, random }: SeedConditions): number {
  if (outage === 'timeout') return 10_000
  const hour = new Date(atMs).getUTCHours()
  const daily = 1 + 0.35 * Math.sin(((hour - 8) / 24) * 2 * Math.PI)
  const noise = 0.75 + 0.5 * random() + (random() < 0.01 ? 2 * random() : 0)
  return Math.round(typicalMs * daily * noise * (outage === 'slow' ? 5 : 1) * 1000) / 1000
}

function failureOf(task: RunTask, outage: SeedOutage['kind'] | null): ObservationFailure | null {
  const target = `${task.checkName.toLowerCase().replaceAll(' ', '-')}.example`
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

/** The sample of the check type, with durations that make `elapsed` of its main metric. */
function answerOf(task: RunTask, elapsed: number, outage: SeedOutage['kind'] | null): Observation['answer'] {
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

const httpAnswer = (finalUrl: string, outage: SeedOutage['kind'] | null) => ({
  finalUrl,
  ...(outage === 'status 503'
    ? {
        status: 503,
        statusText: 'Service Unavailable',
        body: '{"error":"upstream connect error or disconnect before headers"}',
      }
    : { body: '{"status":"ok"}' }),
})
