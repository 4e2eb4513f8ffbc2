import { explainMissingPrograms } from '../explain-missing-programs.ts'
import type {
  BrowserEvent,
  PlaywrightMessage,
  RunAttachment,
  RunError,
  RunResult,
  RunStep,
  RunTest,
  StepProgress,
} from './messages.ts'
import {
  itemsOf,
  nameOf,
  numberOf,
  oneOf,
  positionOf,
  textOf,
  textOrNull,
  textsOf,
  timingsOf,
  valueAt,
} from './read-values.ts'

const maxSteps = 2000
const maxDepth = 30
const maxItems = 1000

/** A message of a process of user code, with every field of its documented type; null for anything else. */
export function readMessage(value: unknown): PlaywrightMessage | null {
  const step = valueAt(value, 'step')
  if (step !== undefined) return { step: readStep(step) }
  const secret = valueAt(value, 'secret')
  if (secret !== undefined) return { secret: textOf(secret) }
  const log = valueAt(value, 'log')
  if (log !== undefined)
    return {
      log: {
        at: numberOf(valueAt(log, 'at')),
        level: oneOf(['info', 'error'], valueAt(log, 'level'), 'info'),
        text: textOf(valueAt(log, 'text')),
      },
    }
  const result = valueAt(value, 'result')
  return result === undefined ? null : { result: readResult(result) }
}

const readStep = (step: unknown): StepProgress => ({
  title: textOf(valueAt(step, 'title')),
  category: textOf(valueAt(step, 'category')),
  state: oneOf(['started', 'passed', 'failed', 'skipped'], valueAt(step, 'state'), 'started'),
  at: numberOf(valueAt(step, 'at')),
  durationMs: valueAt(step, 'durationMs') === null ? null : numberOf(valueAt(step, 'durationMs')),
  depth: Math.min(maxDepth, Math.max(0, Math.trunc(numberOf(valueAt(step, 'depth'))))),
})

function readResult(value: unknown): RunResult {
  const budget = { steps: maxSteps }
  return {
    status: oneOf(['passed', 'failed', 'timedout', 'interrupted'], valueAt(value, 'status'), 'failed'),
    startedAt: numberOf(valueAt(value, 'startedAt')),
    durationMs: numberOf(valueAt(value, 'durationMs')),
    tests: itemsOf(valueAt(value, 'tests'), maxItems).map((test) => readTest(test, budget)),
    errors: itemsOf(valueAt(value, 'errors'), maxItems).map(readError),
    events: itemsOf(valueAt(value, 'events'), 20 * maxItems).flatMap(readEvent),
    snapshots: itemsOf(valueAt(value, 'snapshots'), maxItems).flatMap((path) => textOrNull(path) ?? []),
  }
}

interface Budget {
  steps: number
}

const statuses = ['passed', 'failed', 'timedOut', 'skipped', 'interrupted'] as const

const readTest = (value: unknown, budget: Budget): RunTest => ({
  titles: itemsOf(valueAt(value, 'titles'), 20).map(textOf),
  position: positionOf(valueAt(value, 'position')),
  status: oneOf(statuses, valueAt(value, 'status'), 'failed'),
  expectedStatus: textOf(valueAt(value, 'expectedStatus')),
  retry: numberOf(valueAt(value, 'retry')),
  startedAt: numberOf(valueAt(value, 'startedAt')),
  durationMs: numberOf(valueAt(value, 'durationMs')),
  errors: itemsOf(valueAt(value, 'errors'), 100).map(readError),
  annotations: itemsOf(valueAt(value, 'annotations'), maxItems).map((annotation) => ({
    type: textOf(valueAt(annotation, 'type')),
    description: textOrNull(valueAt(annotation, 'description')),
  })),
  steps: readSteps(valueAt(value, 'steps'), budget, maxDepth),
  attachments: itemsOf(valueAt(value, 'attachments'), 200).map(readAttachment),
})

const readError = (value: unknown): RunError => ({
  message: explainMissingPrograms(textOf(valueAt(value, 'message'))),
  stack: explainedOrNull(textOrNull(valueAt(value, 'stack'))),
  position: positionOf(valueAt(value, 'position')),
  snippet: textOrNull(valueAt(value, 'snippet')),
})

const explainedOrNull = (text: string | null): string | null => text && explainMissingPrograms(text)

function readSteps(value: unknown, budget: Budget, depth: number): RunStep[] {
  if (depth === 0) return []
  return itemsOf(value, maxItems).flatMap((step) => {
    budget.steps -= 1
    if (budget.steps < 0) return []
    const error = valueAt(step, 'error')
    return {
      title: textOf(valueAt(step, 'title')),
      category: textOf(valueAt(step, 'category')),
      startedAt: numberOf(valueAt(step, 'startedAt')),
      durationMs: numberOf(valueAt(step, 'durationMs')),
      error: error === null || error === undefined ? null : readError(error),
      position: positionOf(valueAt(step, 'position')),
      steps: readSteps(valueAt(step, 'steps'), budget, depth - 1),
    }
  })
}

function readAttachment(value: unknown): RunAttachment {
  const path = textOrNull(valueAt(value, 'path'))
  const body = valueAt(value, 'bodyBase64')
  return {
    name: textOf(valueAt(value, 'name')),
    contentType: textOf(valueAt(value, 'contentType')),
    ...(path !== null && { path }),
    ...(typeof body === 'string' && { bodyBase64: body }),
  }
}

/** Of a host or an authority. */
const maxName = 255

type Reader = (value: unknown, at: number, page: number) => BrowserEvent | null

const vitals = ['LCP', 'CLS', 'FCP', 'TTFB', 'INP', 'TBT'] as const

/** Events of other kinds are dropped. */
const readers: Readonly<Record<BrowserEvent['type'], Reader>> = {
  page: (value, at, page) => ({ type: 'page', at, page, url: textOf(valueAt(value, 'url')) }),
  vital: (value, at, page) => {
    const vital = valueAt(value, 'vital')
    const name = nameOf(vitals, valueAt(vital, 'name'))
    if (name === null) return null
    const rating = textOrNull(valueAt(vital, 'rating'))
    const read = { name, value: numberOf(valueAt(vital, 'value')), rating }
    return { type: 'vital', at, page, url: textOf(valueAt(value, 'url')), vital: read }
  },
  console: (value, at, page) => ({
    type: 'console',
    at,
    page,
    level: textOf(valueAt(value, 'level')),
    text: textOf(valueAt(value, 'text')),
    url: textOf(valueAt(value, 'url')),
  }),
  'page-error': (value, at, page) => ({
    type: 'page-error',
    at,
    page,
    message: textOf(valueAt(value, 'message')),
    stack: textOrNull(valueAt(value, 'stack')),
  }),
  request: (value, at, page) => ({
    type: 'request',
    at,
    page,
    method: textOf(valueAt(value, 'method')),
    url: textOf(valueAt(value, 'url')),
    resourceType: textOf(valueAt(value, 'resourceType')),
    status: typeof valueAt(value, 'status') === 'number' ? numberOf(valueAt(value, 'status')) : null,
    failure: textOrNull(valueAt(value, 'failure')),
    timing: timingsOf(valueAt(value, 'timing')),
  }),
  'api-request': (value, at) => ({
    type: 'api-request',
    at,
    endedAt: numberOf(valueAt(value, 'endedAt')),
    method: textOf(valueAt(value, 'method')),
    url: textOf(valueAt(value, 'url')),
    headers: textsOf(valueAt(value, 'headers')),
    body: textOrNull(valueAt(value, 'body')),
    status: numberOf(valueAt(value, 'status')),
    statusText: textOf(valueAt(value, 'statusText')),
    responseHeaders: textsOf(valueAt(value, 'responseHeaders')),
    responseBody: textOf(valueAt(value, 'responseBody')),
    timings: timingsOf(valueAt(value, 'timings')),
  }),
  certificate: (value, at) => ({
    type: 'certificate',
    at,
    host: textOf(valueAt(value, 'host')).slice(0, maxName),
    issuer: textOf(valueAt(value, 'issuer')).slice(0, maxName),
    validTo: numberOf(valueAt(value, 'validTo')),
  }),
  secret: (value, at) => ({ type: 'secret', at, value: textOf(valueAt(value, 'value')) }),
}

function readEvent(value: unknown): BrowserEvent[] {
  const type = nameOf(eventTypes, valueAt(value, 'type'))
  const event = type && readers[type](value, numberOf(valueAt(value, 'at')), numberOf(valueAt(value, 'page')))
  return event === null ? [] : [event]
}

const eventTypes = [
  'page',
  'vital',
  'console',
  'page-error',
  'request',
  'api-request',
  'certificate',
  'secret',
] as const
