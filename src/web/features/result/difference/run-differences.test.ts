import { expect, it } from 'vitest'
import {
  newLogErrors,
  newPageErrors,
  requestDifferences,
  stepParts,
  timedDifferences,
  vitalDifferences,
} from './run-differences.ts'

const step = (title: string, duration: number, error: string | null = null, more: object = {}) => ({
  title,
  category: 'test.step',
  startTime: 0,
  duration,
  error,
  steps: [],
  ...more,
})
const run = (steps: readonly object[]) => ({ tests: [{ titles: ['buys'], steps }] })
const stepsThatDiffer = (before: readonly object[], after: readonly object[]) =>
  timedDifferences(stepParts(run(before)), stepParts(run(after))).map(({ name, before: was, after: is }) => [
    name,
    was?.duration ?? null,
    is?.duration ?? null,
    is?.isFailed ?? null,
  ])

it('names steps that became clearly slower, faster, failed, or are new or gone', () => {
  expect(
    stepsThatDiffer(
      [step('open', 1000), step('find', 400), step('pay', 2000), step('old', 10), step('wait', 1000)],
      [step('open', 1100), step('find', 900), step('pay', 1000), step('new', 10), step('wait', 1000, 'no')],
    ),
  ).toEqual([
    ['find', 400, 900, false],
    ['pay', 2000, 1000, false],
    ['new', null, 10, false],
    ['wait', 1000, 1000, true],
    ['old', 10, null, null],
  ])
})

it('compares steps of one name in their order', () => {
  expect(stepsThatDiffer([step('click', 100), step('click', 100)], [step('click', 100), step('click', 900)])).toEqual([
    ['click', 100, 900, false],
  ])
})

const page = (network: readonly object[], more: object = {}) => ({ pages: [{ url: 'https://a', network, ...more }] })
const sent = (url: string, status: number | null, failure: string | null = null) => ({
  method: 'GET',
  url,
  status,
  failure,
})

it('names requests that end otherwise, and new ones that fail; queries are no difference', () => {
  const before = page([sent('https://a/x?t=1', 200), sent('https://a/y', 200), sent('https://a/gone', 200)])
  const after = page([
    sent('https://a/x?t=2', 200),
    sent('https://a/x?t=3', 503),
    sent('https://a/y#top', 200),
    sent('https://a/fine', 204),
    sent('https://a/lost', null, 'net::ERR_FAILED'),
  ])
  expect(requestDifferences(before, after)).toEqual([
    { name: 'GET https://a/x', before: '200', after: '503' },
    { name: 'GET https://a/lost', before: null, after: 'net::ERR_FAILED' },
  ])
  const asked = (status: number) =>
    run([
      step('ask', 1, null, {
        steps: [step('get', 1, null, { request: { ...sent('https://a/api', 0), response: { status } } })],
      }),
    ])
  expect(requestDifferences(asked(200), asked(404))).toEqual([
    { name: 'GET https://a/api', before: '200', after: '404' },
  ])
  expect(requestDifferences(before, before)).toEqual([])
  const unread = (status: number) => page([sent('https://a/z', status, 'net::ERR_ABORTED')])
  expect(requestDifferences(page([sent('https://a/z', 200)]), unread(200))).toEqual([])
  expect(requestDifferences(unread(200), unread(503))).toEqual([
    { name: 'GET https://a/z', before: '200', after: '503' },
  ])
})

it('names what pages measured with another score', () => {
  const measured = (url: string, score: string, value: number) => ({
    pages: [{ url, webVitals: { TBT: { score, value }, LCP: { score: 'GOOD', value } } }],
  })
  expect(vitalDifferences(measured('https://a/?x=1', 'GOOD', 90), measured('https://a/?x=2', 'POOR', 640))).toEqual([
    { vital: 'TBT', page: 'https://a/', before: 90, after: 640 },
  ])
  expect(vitalDifferences({}, measured('https://a/', 'POOR', 640))).toEqual([])
})

it('names errors of consoles, pages and logs that were not there, each once, whatever numbers are in them', () => {
  const of = (texts: readonly string[], thrown: readonly string[]) =>
    page([], {
      console: [
        ...texts.map((text) => ({ level: 'error', text, time: 1 })),
        { level: 'warning', text: 'only a warning', time: 2 },
      ],
      errors: thrown.map((message) => ({ message, time: 3 })),
    })
  expect(newPageErrors(of(['took 17 ms'], []), of(['took 23 ms', 'no a 1', 'no a 2'], ['x is undefined']))).toEqual([
    'no a 1',
    'x is undefined',
  ])
  const line = (level: string, msg: string) => ({ time: 0, level, msg })
  const after = { jobLog: { setup: [line('ERROR', 'no token')], request: [], teardown: [line('INFO', 'fine')] } }
  expect(newLogErrors({ jobLog: { setup: [] } }, after)).toEqual(['no token'])
  expect(newLogErrors(after, { jobLog: [line('error', 'no token')] })).toEqual([])
  expect(newLogErrors({ jobLog: null }, { jobLog: null })).toEqual([])
})
