import type { FaultCode } from '#contract'
import { Fault } from '#kernel'

/** Ignores the fault of deleting what somebody deleted already. */
export async function unlessGone(deletion: Promise<void>, code: FaultCode): Promise<void> {
  try {
    await deletion
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== code) throw error
  }
}
