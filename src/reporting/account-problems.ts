import { agentConnectedMs, isReachableAddress } from '#contract'
import type { HealthFindingResource } from '#contract'
import type { Caller } from '#kernel'
import { findOwnerAddress, listFailingChannelsOf, listUnservedLocations } from '#storage'
import type { FailingChannelRow, Store, UnservedLocation } from '#storage'
import { findChannelNames } from './overview/index.ts'

/** Of each kind. */
const maxNamed = 50

/** What keeps alerts and runs of one account from working: a finding for each thing, or one that says all is well. */
export async function findAccountProblems(
  store: Store,
  { accountId, nowMs }: Caller,
  canMail: boolean,
): Promise<HealthFindingResource[]> {
  const { db } = store
  const seenBefore = new Date(nowMs - agentConnectedMs)
  const [channels, locations, address] = await Promise.all([
    listFailingChannelsOf(db, accountId, maxNamed),
    listUnservedLocations(db, { accountId, seenBefore, limit: maxNamed }),
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
    ofMail(canMail),
  ]
}

const severity = ['OK', 'DEGRADED', 'FAILING'] as const

/** The state of what is worst. */
export const worstState = (findings: readonly Pick<HealthFindingResource, 'state'>[]): HealthFindingResource['state'] =>
  severity.findLast((state) => findings.some((finding) => finding.state === state)) ?? 'OK'

type Known = Pick<HealthFindingResource, 'name' | 'message' | 'meaning' | 'advice'> & Partial<HealthFindingResource>

const finding = (known: Known): HealthFindingResource => ({
  scope: 'ACCOUNT',
  state: 'OK',
  since: null,
  resource: null,
  ...known,
})

const orFine = (problems: readonly Known[], fine: Known): HealthFindingResource[] =>
  (problems.length > 0 ? problems : [fine]).map(finding)

const noFailingChannel = {
  name: 'failingChannel',
  message: 'No alert channel keeps failing.',
  meaning: 'Whether the alert channels of the account deliver.',
  advice: 'Correct the channel and test it; it is well again when it delivers.',
} as const

const ofChannel = ({ channelId, failingSince, lastError }: FailingChannelRow, name: string): Known => ({
  ...noFailingChannel,
  state: 'DEGRADED',
  message: `The alert channel ${name} keeps failing: ${lastError?.split('\n', 1)[0] ?? 'it does not answer.'}`,
  since: failingSince?.toISOString() ?? null,
  resource: { type: 'ALERT_CHANNEL', id: String(channelId), name },
})

const everyLocationServed = {
  name: 'privateLocation',
  message: 'Every private location has an agent.',
  meaning: 'Whether agents are connected at the private locations of the account.',
  advice:
    'Start an agent at the location with one of its keys, or delete the location. Until then its checks do not run.',
} as const

const ofLocation = ({ id, name, unavailableSince, lastSeenAt }: UnservedLocation): Known => ({
  ...everyLocationServed,
  state: 'DEGRADED',
  message:
    lastSeenAt === null
      ? `No agent ever connected at the private location ${name}.`
      : `No agent is connected at the private location ${name}.`,
  since: (lastSeenAt ?? unavailableSince)?.toISOString() ?? null,
  resource: { type: 'PRIVATE_LOCATION', id, name },
})

function ofOwner(address: string | null): HealthFindingResource {
  const isReachable = address !== null && isReachableAddress(address)
  return finding({
    name: 'owner',
    state: isReachable ? 'OK' : 'DEGRADED',
    message: isReachable ? 'The owner of the account can be mailed.' : 'The owner of the account has no mail address.',
    meaning: 'Whether somebody is mailed when no alert channel delivers.',
    advice: 'Invite an owner by mail address. For the first account, the operator sets BELFRY_OWNER_EMAIL.',
  })
}

const ofMail = (canMail: boolean): HealthFindingResource =>
  finding({
    name: 'mail',
    scope: 'INSTALLATION',
    state: canMail ? 'OK' : 'DEGRADED',
    message: canMail ? 'The service sends mail.' : 'Mail is not set up: no alert and no invite is mailed.',
    meaning: 'Whether alerts, invites and updates of status pages can be mailed.',
    advice: 'Set BELFRY_SMTP_URL and BELFRY_MAIL_FROM and restart the service.',
  })
