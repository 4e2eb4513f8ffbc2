import { SystemClock } from '#kernel'
import type { Clock } from '#kernel'

/**
 * For waiting on a database and its server, which are real processes: they need their time even where the time of the
 * service stands still.
 */
export const realTime: Pick<Clock, 'monotonicMs' | 'sleep' | 'every'> = new SystemClock()
