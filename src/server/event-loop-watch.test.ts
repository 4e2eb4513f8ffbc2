import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SystemClock } from '#kernel'
import { EventLoopWatch } from './event-loop-watch.ts'

it('sees how long the event loop was blocked', async () => {
  const watch = new EventLoopWatch(new SystemClock())
  await setTimeout(100)
  const until = performance.now() + 400
  while (performance.now() < until);
  await setTimeout(100)
  expect(watch.delay().maxMs).toBeGreaterThan(300)
  watch.stop()
})
