import { randomId } from '#kernel'
import { noteBlind } from '#runs'
import type { BlindRunner } from '#runs'
import { listAgentLocations } from '#storage/agents'
import type { Parts } from '../parts.ts'

/** Stores and announces until the stop when the machine of this process is blind. */
export async function watchSight({ sight, settings, opened, clock, log, signal }: Parts): Promise<void> {
  const runnerId = `built-in ${randomId()}`
  const { store } = opened
  await sight?.watch(async (time) => {
    if (time.until === null)
      log.warn({ silent: time.silent }, 'This machine is cut off from its network: too few of its anchors answer')
    const ofAgents = new Set((await listAgentLocations(store.db)).map(({ region }) => region))
    const served = settings.roles.includes('runner') ? settings.locations : []
    const runner: BlindRunner = {
      runnerId,
      queues: served.filter((region) => !ofAgents.has(region)),
      accountId: null,
      locationId: null,
      locationName: settings.locationName ?? 'this machine',
      isService: true,
    }
    await noteBlind(store, runner, time, clock.now())
  }, signal)
}
