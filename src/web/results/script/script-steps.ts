import { listIn, objectIn, textIn } from '../read-detail.ts'
import { spread } from '../trace/trace-events.ts'
import type { Detail } from '../read-detail.ts'

/** The steps of a script, in order of execution. */
export interface ScriptStep {
  /** The name of its test, when there are several. */
  readonly test: string | null
  readonly title: string
  /** Epoch milliseconds. */
  readonly start: number
  readonly duration: number
  readonly error: string | null
  readonly line: number | null
  /** Nested steps; empty for the innermost. */
  readonly actions: readonly ScriptStep[]
  /** A request that it sent without a page. */
  readonly request: Detail | null
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
/** Colours of a terminal. */
const colours = new RegExp(`${String.fromCodePoint(0x1b)}\\[[\\d;]*m`, 'g')
export const plainText = (value: unknown): string | null => textIn(value)?.replaceAll(colours, '') ?? null

/** The steps of all tests. Hooks and fixtures are left out unless they failed. */
export function stepsOf(detail: Detail): readonly ScriptStep[] {
  const tests = listIn(detail['tests']).map(objectIn)
  return tests.flatMap((test) => {
    const name = tests.length > 1 ? listIn(test['titles']).map(textIn).join(' › ') : null
    return stepsIn(test['steps'], name)
  })
}

const hidden: ReadonlySet<string> = new Set(['hook', 'fixture'])

const stepsIn = (steps: unknown, test: string | null): readonly ScriptStep[] =>
  listIn(steps)
    .map(objectIn)
    .filter((step) => !hidden.has(textIn(step['category']) ?? '') || textIn(step['error']) !== null)
    .map((step) => {
      const request = objectIn(step['request'])
      return {
        test,
        title: textIn(step['title']) ?? '',
        start: numberOf(step['startTime']),
        duration: numberOf(step['duration']),
        error: plainText(step['error']),
        line: lineIn(step['position']),
        actions: stepsIn(step['steps'], test),
        request: Object.keys(request).length > 0 ? request : null,
      }
    })

function lineIn(position: unknown): number | null {
  const { line } = objectIn(position)
  return typeof line === 'number' ? line : null
}

/** The step that a person looks at first: the first that failed, else the first. */
export const firstStep = (steps: readonly ScriptStep[]): number =>
  Math.max(
    0,
    steps.findIndex(({ error }) => error !== null),
  )

/** An event with its time in epoch milliseconds. */
export interface PageEvent {
  readonly at: number
  readonly page: string
  readonly row: Detail
}

/** The events of the pages of a run, ordered by time: `network`, `console` or `errors`. */
export const pageEvents = (detail: Detail, kind: 'network' | 'console' | 'errors'): readonly PageEvent[] =>
  listIn(detail['pages'])
    .map(objectIn)
    .flatMap((page) =>
      listIn(page[kind]).map((row) => ({
        at: numberOf(objectIn(row)['time']),
        page: textIn(page['url']) ?? '',
        row: objectIn(row),
      })),
    )
    .toSorted((a, b) => a.at - b.at)

/** From when until when, epoch milliseconds, what pages report belongs to a step: until the next one begins, because they report late. */
export interface StepSpan {
  readonly from: number
  readonly to: number
}

export const spanOf = (steps: readonly ScriptStep[], at: number): StepSpan => ({
  from: at === 0 ? Number.NEGATIVE_INFINITY : (steps[at]?.start ?? Number.NEGATIVE_INFINITY),
  to: steps[at + 1]?.start ?? Number.POSITIVE_INFINITY,
})

export const during = <T extends { readonly at: number }>(events: readonly T[], { from, to }: StepSpan): readonly T[] =>
  events.filter(({ at }) => at >= from && at < to)

/** The last picture of a step; the one before it when it has none. */
export const pictureAt = <T extends { readonly at: number }>(pictures: readonly T[], { to }: StepSpan): T | null =>
  pictures.findLast(({ at }) => at < to) ?? pictures[0] ?? null

/** A picture in the film of a run, with the index of its step. */
export interface Frame<T> {
  readonly picture: T
  readonly step: number
}

/**
 * The film of a run, of `most` pictures and a few more: each with the step in which it was taken. A failed step without
 * a picture, as the page stood still, has the one before it.
 */
export function filmOf<T extends { readonly at: number }>(
  pictures: readonly T[],
  steps: readonly ScriptStep[],
  most: number,
): readonly Frame<T>[] {
  const taken = spread(pictures, most).map((picture) => ({ picture, step: stepAt(steps, picture.at) }))
  const missing = steps.flatMap(({ error }, step) => {
    const picture = pictureAt(pictures, spanOf(steps, step))
    const isMissing = error !== null && picture !== null && taken.every((frame) => frame.step !== step)
    return isMissing ? [{ picture, step }] : []
  })
  return [...taken, ...missing].toSorted((a, b) => a.step - b.step || a.picture.at - b.picture.at)
}

const stepAt = (steps: readonly ScriptStep[], at: number): number =>
  Math.max(
    0,
    steps.findLastIndex((step) => step.start <= at),
  )

/** The error that a step ended with, and the lines of the script around it. */
export interface FailedLines {
  readonly text: string
  readonly firstLine: number
  /** Of the lines, from 1. */
  readonly marks: readonly number[]
  readonly file: string
  readonly line: number
}

/** The lines that an error of a script quotes, without what marks them there. */
export function linesAround(error: Detail): FailedLines | null {
  const { file, line } = objectIn(error['location'])
  const quoted = (plainText(error['snippet']) ?? '').split('\n').flatMap((text) => {
    const found = /^(>?)\s*(\d+) \|(?: (.*))?$/.exec(text)
    return found === null ? [] : [{ isMarked: found[1] === '>', number: Number(found[2]), text: found[3] ?? '' }]
  })
  const [first] = quoted
  if (first === undefined) return null
  return {
    text: quoted.map(({ text }) => text).join('\n'),
    firstLine: first.number,
    marks: quoted.flatMap(({ isMarked }, index) => (isMarked ? [index + 1] : [])),
    file: textIn(file) ?? '',
    line: typeof line === 'number' ? line : first.number,
  }
}
