import { timeOrderedId } from '#kernel'
import type { NewCheckSession, NewRunTask } from '#storage'

/** The first attempt in each location of a session, claimable at once. */
export function firstTasks(
  session: NewCheckSession,
  start: { readonly scheduledFor: Date; readonly nowMs: number },
): NewRunTask[] {
  const now = new Date(start.nowMs)
  return session.locations.map((queue) => {
    const id = timeOrderedId(start.nowMs)
    return {
      id,
      account_id: session.account_id,
      check_id: session.check_id,
      session_id: session.id,
      sequence_id: id,
      location: queue,
      session_size: session.locations.length,
      attempt: 1,
      run_source: session.run_source,
      scheduled_for: start.scheduledFor,
      sequence_started_at: now,
      available_at: now,
      queued_at: now,
    }
  })
}
