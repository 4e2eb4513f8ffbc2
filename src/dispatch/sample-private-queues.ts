import { dayMs, minuteMs } from '#kernel'
import { deleteQueueSamples, samplePrivateQueues as saveSamples } from '#storage'
import type { Store } from '#storage'

export const sampleEveryMs = minuteMs
const keptMs = 15 * dayMs

/**
 * Keeps how many runs wait for each private location at this minute, and lets go of what is older than 15 days
 * (semantics 8.1). Answers how many locations have a queue that nobody had counted yet.
 */
export async function samplePrivateQueues({ db }: Store, nowMs: number): Promise<number> {
  const minute = new Date(Math.floor(nowMs / sampleEveryMs) * sampleEveryMs)
  const sampled = await saveSamples(db, minute, new Date(nowMs))
  await deleteQueueSamples(db, new Date(nowMs - keptMs))
  return sampled
}
