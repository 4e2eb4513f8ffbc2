import { healthText, isReachableAddress } from '#contract'
import type { HealthFindingResource, HealthMessage } from '#contract'
import type { Caller } from '#kernel'
import { listUnservedLocations } from '#storage/agents'
import { findOwnerAddress, listFailingChannelsOf } from '#storage/alerts'
import type { UnservedLocation } from '#storage/agents'
import type { FailingChannelRow } from '#storage/alerts'
import type { Store } from '#storage/database'
import { findChannelNames } from './overview/index.ts'

/** Of each kind. */
const maxNamed = 50

/** The problems that keep alerts and runs of one account from working: a finding for each, or one that all is well. */
export async function findAccountProblems(store: Store, { accountId }: Caller): Promise<HealthFindingResource[]> {
  const { db } = store
  const [channels, locations, address] = await Promise.all([
    listFailingChannelsOf(db, accountId, maxNamed),
    listUnservedLocations(db, { accountId, limit: maxNamed }),
    findOwnerAddress(db, accountId),
  ])
  const ids = channels.map(({ channelId }) => channelId)
  const names = await findChannelNames(store, { accountId }, ids)
  return [
    ...orFine(
      channels.map((row) => ofChannel(row, names.get(row.channelId) ?? row.type)),
      noFailingChannel,
    ),
    ...orFine(locations.map(ofLocation), everyLocationServed),
    ofOwner(address),
  ]
}

const severity = ['OK', 'DEGRADED', 'FAILING'] as const

/** The state of what is worst. */
export const worstState = (findings: readonly Pick<HealthFindingResource, 'state'>[]): HealthFindingResource['state'] =>
  severity.findLast((state) => findings.some((finding) => finding.state === state)) ?? 'OK'

interface Known extends Pick<HealthFindingResource, 'name' | 'meaning' | 'advice'> {
  readonly found: HealthMessage
  readonly state?: HealthFindingResource['state']
  readonly since?: string | null
  readonly resource?: HealthFindingResource['resource']
}

function finding({ found, state = 'OK', since = null, resource = null, ...known }: Known): HealthFindingResource {
  const text = healthText(found)
  const messages = [{ code: found.code, text, values: { ...found.values } }]
  return { scope: 'ACCOUNT', ...known, state, message: text, messages, details: [], since, resource }
}

const orFine = (problems: readonly Known[], fine: Known): HealthFindingResource[] =>
  (problems.length > 0 ? problems : [fine]).map(finding)

const noFailingChannel = {
  name: 'failingChannel',
  found: { code: 'NO_CHANNEL_FAILS' },
  meaning: 'Whether the alert channels of the account are delivering.',
  advice: 'Fix the channel and test it. It recovers with the next delivery.',
} as const

function ofChannel({ channelId, failingSince, lastError }: FailingChannelRow, name: string): Known {
  const error = lastError?.split('\n', 1)[0]
  return {
    ...noFailingChannel,
    state: 'DEGRADED',
    found:
      error === undefined
        ? { code: 'CHANNEL_SILENT', values: { channel: name } }
        : { code: 'CHANNEL_FAILS', values: { channel: name, error } },
    since: failingSince?.toISOString() ?? null,
    resource: { type: 'ALERT_CHANNEL', id: String(channelId), name },
  }
}

const everyLocationServed = {
  name: 'privateLocation',
  found: { code: 'LOCATIONS_SERVED' },
  meaning: 'Whether agents are connected to the private locations of the account.',
  advice:
    'Start an agent at the location with one of its keys, or delete the location. Until then its checks do not run.',
} as const

const ofLocation = ({ id, name, unservedSince, lastSeenAt }: UnservedLocation): Known => ({
  ...everyLocationServed,
  state: 'DEGRADED',
  found: { code: lastSeenAt === null ? 'LOCATION_NEVER_SERVED' : 'LOCATION_UNSERVED', values: { location: name } },
  since: unservedSince.toISOString(),
  resource: { type: 'PRIVATE_LOCATION', id, name },
})

function ofOwner(address: string | null): HealthFindingResource {
  const isReachable = address !== null && isReachableAddress(address)
  return finding({
    name: 'owner',
    state: isReachable ? 'OK' : 'DEGRADED',
    found: { code: isReachable ? 'OWNER_MAILABLE' : 'OWNER_WITHOUT_ADDRESS' },
    meaning: 'Whether someone is emailed when no alert channel delivers.',
    advice: 'Invite an owner by email address. For the first account, the operator sets BELFRY_OWNER_EMAIL.',
  })
}
