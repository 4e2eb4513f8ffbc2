import { SystemClock } from '#kernel'
import type { Clock } from '#kernel'

/**
 * For waiting on the server, which is a real process: it needs its time even where the time of the service stands still.
 */
export const realTime: Pick<Clock, 'monotonicMs' | 'sleep' | 'every'> = new SystemClock()
