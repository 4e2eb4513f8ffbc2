import { lateTexts } from '../../strings/late.ts'
import type { State } from '../../ui/status.tsx'
import type { ListedLocation } from './api.ts'

const words = lateTexts.setup.locations

/** Whether agents are connected to a location, as a state and in words. */
export function connectionOf({
  agentCount,
  unavailableSince,
}: Pick<ListedLocation, 'agentCount' | 'unavailableSince'>): { readonly state: State; readonly text: string } {
  if (agentCount !== null && agentCount > 0) return { state: 'PASSING', text: words.agents(agentCount) }
  return unavailableSince === null
    ? { state: 'PENDING', text: words.noAgents }
    : { state: 'FAILING', text: words.unavailable }
}
