import { expect, it, onTestFinished } from 'vitest'
import { TestClock } from '#kernel'
import { EventLoopWatch } from './event-loop-watch.ts'

it('sees how long the event loop was blocked', async () => {
  const watch = new EventLoopWatch(new TestClock())
  onTestFinished(() => watch.stop())
  const nobody = new Int32Array(new SharedArrayBuffer(4))
  // Only a delay between two of its measurements is seen.
  const maxMs = (): number => {
    Atomics.wait(nobody, 0, 0, 100)
    return watch.delay().maxMs
  }
  await expect.poll(maxMs).toBeGreaterThan(60)
})
