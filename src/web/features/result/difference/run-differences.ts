import { listIn, objectIn, textIn } from '../../../results/read-detail.ts'
import type { Detail } from '../../../results/read-detail.ts'
import { pageEvents, stepsOf } from '../../../results/script/script-steps.ts'
import type { ScriptStep } from '../../../results/script/script-steps.ts'

/** A part of a run in two runs: how long it took, milliseconds, and whether it failed; null where it was not there. */
export interface TimedDifference {
  readonly name: string
  readonly before: TimedPart | null
  readonly after: TimedPart | null
}

export interface TimedPart {
  readonly duration: number
  readonly isFailed: boolean
}

export interface NamedPart extends TimedPart {
  readonly name: string
  /** The same in both runs. */
  readonly key: string
}

/** Below these a difference is what differs between any two runs. */
const leastMs = 100
const leastShare = 0.25

/** The parts that differ: those that failed or were not there in one of the runs, and those that took clearly longer or shorter. */
export function timedDifferences(
  before: readonly NamedPart[],
  after: readonly NamedPart[],
): readonly TimedDifference[] {
  const [was, is] = [byKey(before), byKey(after)]
  const keys = [...new Set([...is.keys(), ...was.keys()])]
  return keys.flatMap((key) => {
    const [one, other] = [was.get(key) ?? null, is.get(key) ?? null]
    return isAlike(one, other) ? [] : [{ name: (other ?? one)?.name ?? '', before: one, after: other }]
  })
}

/** Repeated items are identified by their order. */
function byKey(parts: readonly NamedPart[]): ReadonlyMap<string, NamedPart> {
  const seen = new Map<string, number>()
  return new Map(
    parts.map((part) => {
      const count = seen.get(part.key) ?? 0
      seen.set(part.key, count + 1)
      return [`${part.key} ${count}`, part]
    }),
  )
}

function isAlike(one: TimedPart | null, other: TimedPart | null): boolean {
  if (one === null || other === null || one.isFailed !== other.isFailed) return false
  const change = Math.abs(other.duration - one.duration)
  return change < leastMs || change < leastShare * one.duration
}

/** The steps of a script, by their names. */
export const stepParts = (detail: Detail): readonly NamedPart[] =>
  stepsOf(detail).map(({ test, title, duration, error }) => ({
    name: test === null ? title : `${test}: ${title}`,
    key: JSON.stringify([test, title]),
    duration,
    isFailed: error !== null,
  }))

/** A request that ended otherwise: a status, or why there was none. */
export interface RequestDifference {
  readonly name: string
  /** Null where it was not sent. */
  readonly before: string | null
  readonly after: string
}

interface Sent {
  readonly name: string
  readonly end: string
  readonly isBad: boolean
}

/** The requests of pages and scripts that ended otherwise than before, and new ones that failed. Queries do not count. */
export function requestDifferences(before: Detail, after: Detail): readonly RequestDifference[] {
  const [was, is] = [worstOf(requestsOf(before)), worstOf(requestsOf(after))]
  return [...is.values()].flatMap(({ name, end, isBad }) => {
    const old = was.get(name)
    if (old === undefined ? !isBad : old.end === end) return []
    return [{ name, before: old?.end ?? null, after: end }]
  })
}

/** The page measurements whose score changed. */
export interface VitalDifference {
  readonly vital: string
  readonly page: string
  readonly before: number
  readonly after: number
}

/** The web vitals whose score differs, of pages with one address. */
export function vitalDifferences(before: Detail, after: Detail): readonly VitalDifference[] {
  const was = vitalsOf(before)
  return [...vitalsOf(after)].flatMap(([key, { vital, page, value, score }]) => {
    const old = was.get(key)
    return old === undefined || old.score === score ? [] : [{ vital, page, before: old.value, after: value }]
  })
}

const vitalsOf = (detail: Detail) =>
  new Map(
    listIn(detail['pages'])
      .map(objectIn)
      .flatMap((page) => {
        const address = withoutQuery(page['url'])
        return Object.entries(objectIn(page['webVitals'])).map(([vital, found]) => {
          const { value, score } = objectIn(found)
          return [`${vital} ${address}`, { vital, page: address, value: Number(value), score: textIn(score) }] as const
        })
      }),
  )

const withoutQuery = (url: unknown): string => (textIn(url) ?? '').split(/[?#]/, 1)[0] ?? ''

/** Of requests with one name the one that went worst. */
function worstOf(requests: readonly Sent[]): ReadonlyMap<string, Sent> {
  const worst = new Map<string, Sent>()
  for (const request of requests) {
    const known = worst.get(request.name)
    if (known === undefined || (request.isBad && !known.isBad)) worst.set(request.name, request)
  }
  return worst
}

const requestsOf = (detail: Detail): readonly Sent[] => [
  ...pageEvents(detail, 'network').map(({ row }) => sentOf(row, endOf(row))),
  ...stepsOf(detail)
    .flatMap(requestsIn)
    .map((request) => sentOf(request, textIn(objectIn(request['response'])['status']))),
]

const requestsIn = ({ request, actions }: ScriptStep): readonly Detail[] => [
  ...(request === null ? [] : [request]),
  ...actions.flatMap(requestsIn),
]

/** A response whose rest nobody read is aborted when its page closes: that says nothing. */
function endOf(row: Detail): string | null {
  const [status, failure] = [textIn(row['status']), textIn(row['failure'])]
  return failure === null || (status !== null && failure === 'net::ERR_ABORTED') ? status : failure
}

function sentOf(request: Detail, end: string | null): Sent {
  return {
    name: [textIn(request['method']), withoutQuery(request['url'])].filter(Boolean).join(' '),
    end: end ?? '–',
    isBad: !(Number(end) < 400),
  }
}

/** Errors that were not there before. Numbers do not count, since they are times and ids. */
function newOnes(before: readonly string[], after: readonly string[]): readonly string[] {
  const known = new Set(before.map(withoutNumbers))
  return after.filter((text) => {
    const shape = withoutNumbers(text)
    if (known.has(shape)) return false
    known.add(shape)
    return true
  })
}
const withoutNumbers = (text: string): string => text.replaceAll(/[\da-f]+/gi, (word) => (/\d/.test(word) ? '0' : word))

/** New console errors and uncaught errors of pages. */
export const newPageErrors = (before: Detail, after: Detail): readonly string[] =>
  newOnes(pageErrors(before), pageErrors(after))

const pageErrors = (detail: Detail): readonly string[] =>
  [
    ...pageEvents(detail, 'console').filter(({ row }) => row['level'] === 'error'),
    ...pageEvents(detail, 'errors'),
  ].flatMap(({ row }) => textIn(row['text']) ?? textIn(row['message']) ?? [])

/** New errors in the log of a script, its setup or its teardown. */
export const newLogErrors = (before: Detail, after: Detail): readonly string[] =>
  newOnes(logErrors(before['jobLog']), logErrors(after['jobLog']))

const logErrors = (log: unknown): readonly string[] =>
  Array.isArray(log)
    ? listIn(log)
        .map(objectIn)
        .flatMap(({ level, msg }) => (/^error$/i.test(textIn(level) ?? '') ? (textIn(msg) ?? []) : []))
    : Object.values(objectIn(log)).flatMap((part) => (Array.isArray(part) ? logErrors(part) : []))
