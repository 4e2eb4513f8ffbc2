import { describe, expect, it } from 'vitest'
import type { RunTask } from '#contract'
import { rollingReasons } from './rolling-reasons.ts'

type Rolling = NonNullable<RunTask['limits']['rolling']>
const none = {
  degradedResponseTime: null,
  maxResponseTime: null,
  degradedPacketLossThreshold: null,
  maxPacketLossThreshold: null,
}

const messages = (statistic: Rolling['statistic'], limit: number, [now = 0, ...recent]: readonly number[], runs = 5) =>
  rollingReasons(now, {
    limits: { ...none, rolling: { statistic, runs, degradedResponseTime: limit } },
    recentResponseTimes: recent,
  }).map(({ message }) => message)

describe('the limit of a statistic over the last response times', () => {
  it.each([
    ['MEAN', [300, 100, 100, 100, 100], 140],
    ['MEDIAN', [900, 100, 200, 900, 100], 200],
    ['P90', [100, 200, 300, 400, 500], 500],
    ['P99', [500, 100, 100, 100, 100], 500],
  ] as const)('%s of %j is reached by %d ms and by nothing below', (statistic, times, found) => {
    expect(messages(statistic, found, times)).toEqual([expect.stringContaining(`but it was ${found} ms`)])
    expect(messages(statistic, found + 0.1, times)).toEqual([])
  })

  it('one slow response among fast ones does not degrade the median, and lasting slowness does', () => {
    expect(messages('MEDIAN', 500, [5000, 100, 100, 100, 100])).toEqual([])
    expect(messages('MEDIAN', 500, [600, 600, 600, 100, 100])).toEqual([
      'Expected the 50th percentile of the last 5 response times to be below the degraded limit of 500 ms, but it was 600 ms.',
    ])
  })

  it('says nothing before there are as many response times, and looks at no more', () => {
    expect(messages('MEAN', 100, [900, 900, 900, 900])).toEqual([])
    expect(messages('MEAN', 100, [50, 50, 50, 50, 50, 9000])).toEqual([])
    expect(rollingReasons(9e9, { limits: none, recentResponseTimes: [9e9] })).toEqual([])
  })

  it('is not looked at where the service sent no response times, as for a test session', () => {
    const rolling: Rolling = { statistic: 'MEAN', runs: 2, degradedResponseTime: 1 }
    expect(rollingReasons(9e9, { limits: { ...none, rolling } })).toEqual([])
  })
})
