import type { Answer } from '../api/operations.ts'
import { lateTexts } from '../strings/late.ts'
import type { State } from '../ui/status.tsx'

const words = lateTexts.setup.locations
type Location = Pick<Answer<'listPrivateLocations'>[number], 'agentCount' | 'unavailableSince'>

/** Whether agents are connected to a location, as a state and in words. */
export function connectionOf({ agentCount, unavailableSince }: Location): {
  readonly state: State
  readonly text: string
} {
  if (agentCount !== null && agentCount > 0) return { state: 'PASSING', text: words.agents(agentCount) }
  return unavailableSince === null
    ? { state: 'PENDING', text: words.noAgents }
    : { state: 'FAILING', text: words.unavailable }
}
