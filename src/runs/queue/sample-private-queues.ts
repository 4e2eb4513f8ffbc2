import { dayMs, minuteMs } from '#kernel'
import { deleteQueueSamples, samplePrivateQueues as saveSamples } from '#storage/checks'
import type { Store } from '#storage/database'

export const sampleEveryMs = minuteMs
const retentionMs = 15 * dayMs

/** The beginning of the minute whose sample counts what happens at that time. */
export const sampledMinute = (nowMs: number): Date => new Date(Math.floor(nowMs / sampleEveryMs) * sampleEveryMs)

/**
 * Records the queue length of each private location for the current minute, and deletes samples older than 15 days.
 * Returns how many locations with a queue were sampled; each minute is sampled once.
 */
export async function samplePrivateQueues({ db }: Store, nowMs: number): Promise<number> {
  const sampled = await saveSamples(db, sampledMinute(nowMs), new Date(nowMs))
  await deleteQueueSamples(db, new Date(nowMs - retentionMs))
  return sampled
}
