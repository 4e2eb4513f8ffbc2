import { agentPolicy, compareVersions, negotiateProtocol, protocolRange, publicLocationName } from '#contract'
import type { AgentHello, AgentLocation, AgentWelcome } from '#contract'
import { Fault } from '#kernel'
import { announceResources } from '#storage/accounts'
import { handToAgents, saveAgent } from '#storage/agents'
import type { LocationGrant } from '#storage/agents'
import type { Store } from '#storage/database'

export interface HelloContext {
  readonly store: Store
  readonly nowMs: number
  readonly serverVersion: string
}

/**
 * Agrees on a version with an agent and stores the agent. The first agent of a public location takes it over from the
 * built-in runner. Throws AGENT_TOO_OLD when there is no common version.
 */
export async function welcomeAgent(
  grant: LocationGrant,
  hello: AgentHello,
  { store, nowMs, serverVersion }: HelloContext,
): Promise<AgentWelcome> {
  const protocol = negotiateProtocol(protocolRange, hello.protocol)
  if (protocol === null) throw tooOld(hello, serverVersion)
  const { keyId, queue, accountId, locationId } = grant
  const { agentId: id, name, version, capabilities, places } = hello
  const agent = { queue, id, accountId, locationId, name, version, protocol, capabilities, places, running: 0 }
  await saveAgent(store.db, agent, new Date(nowMs))
  if (accountId !== null)
    await announceResources(store.db, [{ accountId, event: 'private-locations', id: locationId }], new Date(nowMs))
  else await handToAgents(store.db, { keyId, name: publicLocationName(queue) }, new Date(nowMs))
  const isOutdated = compareVersions(version, serverVersion) < 0
  return { protocol, serverVersion, isOutdated, location: locationOf(grant), policy: agentPolicy }
}

const locationOf = ({ accountId, code, name }: LocationGrant): AgentLocation =>
  accountId === null ? { kind: 'public', code, name: publicLocationName(code) } : { kind: 'private', code, name }

function tooOld({ protocol: { min, max } }: AgentHello, mustInstall: string): Fault {
  const values = { min, max, ownMin: protocolRange.min, ownMax: protocolRange.max, install: mustInstall }
  return new Fault('AGENT_TOO_OLD', { values, attributes: { mustInstall } })
}
