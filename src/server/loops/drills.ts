import { channelNotification, deliver } from '#channels'
import { claimPendingDrills, sendDrill } from '#notifying'
import { secondMs } from '#kernel'
import type { Loop } from './run-loop.ts'
import type { NotifierTools } from './notifier.ts'

const maxInProgress = 20
/** For a message, and the one that resolves the incident it opened. */
const maxDeliveryMs = 20 * secondMs
/** Longer than any delivery may take, so that no other process sends while an attempt is running. */
const leaseMs = 60 * secondMs
const idleMs = 1_000

type Drill = Awaited<ReturnType<typeof claimPendingDrills>>[number]

/**
 * Sends the messages of drills. Deliveries continue across turns: a slow receiver delays no other drill. A crash between
 * sending and recording sends again, twice at most.
 */
export function drillLoop(tools: NotifierTools): Loop {
  const { store, clock, activity } = tools
  const inProgress = new Set<Promise<void>>()
  const start = (drill: Drill): void => {
    const sending = activity.during('drill', () => send(tools, drill)).finally(() => inProgress.delete(sending))
    inProgress.add(sending)
  }
  return {
    name: 'drills',
    iteration: async () => {
      if (inProgress.size >= maxInProgress) await Promise.race(inProgress)
      const limit = maxInProgress - inProgress.size
      const pending = await claimPendingDrills(store, { nowMs: clock.now(), limit, leaseMs })
      pending.forEach(start)
      return pending.length === limit ? 0 : idleMs
    },
    finish: async () => {
      await Promise.all(inProgress)
    },
  }
}

async function send({ store, clock, log, signal, channelTools }: NotifierTools, drill: Drill): Promise<void> {
  const tools = { ...channelTools, clock, signal: AbortSignal.any([signal, clock.timeLimit(maxDeliveryMs)]) }
  try {
    await sendDrill(store, drill, {
      nowMs: clock.now(),
      publicUrl: channelTools.publicUrl,
      deliver: (message) => deliver(channelNotification(message), tools),
    })
  } catch (error) {
    log.error({ drillId: drill.id, error: String(error) }, 'A drill could not be sent')
  }
}
