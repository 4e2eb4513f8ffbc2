import { channelNotification, deliver } from '#channels'
import { claimPendingDrills, sendDrill } from '#dispatch'
import { secondMs } from '#kernel'
import type { Loop } from './run-loop.ts'
import type { NotifierTools } from './notifier.ts'

const batch = 10
/** For a message, and the one that resolves the incident it opened. */
const maxDeliveryMs = 20 * secondMs
/** Longer than any delivery may take, so that no other process sends while an attempt is running. */
const leaseMs = 60 * secondMs
const idleMs = 1_000

/** Sends the messages of drills. A crash between sending and recording sends again. */
export const drillLoop = ({ store, clock, signal, channelTools }: NotifierTools): Loop => ({
  name: 'drills',
  turn: async () => {
    const pending = await claimPendingDrills(store, { nowMs: clock.now(), limit: batch, leaseMs })
    const { publicUrl } = channelTools
    const send = (drill: (typeof pending)[number]): Promise<void> => {
      const tools = { ...channelTools, clock, signal: AbortSignal.any([signal, clock.timeLimit(maxDeliveryMs)]) }
      return sendDrill(store, drill, {
        nowMs: clock.now(),
        publicUrl,
        deliver: (message) => deliver(channelNotification(message), tools),
      })
    }
    await Promise.all(pending.map(send))
    return pending.length === batch ? 0 : idleMs
  },
})
