import { expect, it } from 'vitest'
import { queueOf } from './queue.ts'

it('minutes without a sample had no queue, and every minute of the time is there', () => {
  const samples = {
    timestamps: ['1970-01-01T00:02:00.000Z', '1970-01-01T00:04:00.000Z'],
    queueSize: [3, 0],
    oldestScheduledCheckRun: [40.5, 0],
    droppedRuns: [0, 2],
  }
  expect(queueOf(samples, { from: 61, to: 270 })).toEqual({
    times: [120, 180, 240],
    waiting: [3, 0, 0],
    oldestMs: [40_500, 0, 0],
    dropped: 2,
  })
})
