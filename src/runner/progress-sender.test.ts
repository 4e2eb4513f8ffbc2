import { expect, it } from 'vitest'
import { maxProgressEvents } from '#contract'
import type { RunProgress } from '#contract'
import { TestClock } from '#kernel'
import { ProgressSender } from './progress-sender.ts'

const clock = new TestClock()
/** After so long without events a run asks whether it is still wanted. */
const askEveryMs = 2_000

const line = (message: string): RunProgress => ({ type: 'LOG', at: 7, level: 'INFO', message })
const step = (title: string): RunProgress => ({
  type: 'STEP',
  at: 7,
  state: 'STARTED',
  title,
  category: 'test.step',
  depth: 1,
  durationMs: null,
})

function aSender({ isWanted = true, secrets = [] as readonly string[] } = {}) {
  const batches: (readonly RunProgress[])[] = []
  const unwanted = Promise.withResolvers<void>()
  const sender = new ProgressSender({
    secrets,
    clock,
    gatherMs: 250,
    send: async (events) => {
      batches.push(events)
      return isWanted
    },
    onUnwanted: unwanted.resolve,
  })
  return { sender, batches, unwanted: unwanted.promise }
}
const textsOf = (batches: readonly (readonly RunProgress[])[]): string[] =>
  batches.flat().map((event) => (event.type === 'LOG' ? event.message : event.title))

it('sends what happens together in one batch, in its order, and the rest at the end', async () => {
  const { sender, batches } = aSender()
  sender.add(step('open'))
  sender.add(line('hello'))
  await sender.end()
  expect(batches).toEqual([[step('open'), line('hello')]])
})

it('sends no secret of the task, and none that the run found before', async () => {
  const { sender, batches } = aSender({ secrets: ['hunter22'] })
  sender.add(line('password hunter22'))
  sender.hide('found-secret')
  sender.add(step('Fill "found-secret"'))
  await sender.end()
  expect(textsOf(batches)).toEqual(['password *********', 'Fill "*********"'])
})

it('sends so much and no more, and says that it left something out', async () => {
  const { sender, batches } = aSender()
  for (let count = 0; count < maxProgressEvents + 5; count += 1) sender.add(line('more'))
  await sender.end()
  const texts = textsOf(batches)
  expect(texts).toHaveLength(maxProgressEvents)
  expect(texts.at(-1)).toContain('left out')
})

it('learns that a run without events is no longer wanted', async () => {
  const { sender, batches, unwanted } = aSender({ isWanted: false })
  clock.advance(askEveryMs)
  await unwanted
  await sender.end()
  expect(batches[0]).toEqual([])
})

it('a run goes on when nothing can be sent', async () => {
  const sender = new ProgressSender({
    secrets: [],
    clock,
    gatherMs: 250,
    send: () => Promise.reject(new Error('the database is away')),
    onUnwanted: () => expect.unreachable(),
  })
  sender.add(line('lost'))
  await sender.end()
})
