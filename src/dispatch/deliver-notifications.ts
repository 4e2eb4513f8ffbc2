import { ownerTried } from '#alerting'
import type { AlertFacts, Delivery, NotificationStatus } from '#contract'
import { mergedVariables } from '#inheritance'
import { claimNotifications, findChannels, findVariablesOfAccounts, recordDelivery } from '#storage'
import type { ChannelDefinition, NotificationRow, Store } from '#storage'
import { analysisOfAlert } from './analysis-of-alert.ts'
import { actionLinksOf } from './attention/action-links.ts'
import type { ActionLinks } from './attention/action-links.ts'
import { loadEffectiveChecks } from './effective-checks.ts'
import { leaseOf } from './lease-claim.ts'
import type { LeaseClaim } from './lease-claim.ts'

/** A notification ready to be delivered: its channel opened, its variables resolved. */
export interface OwedNotification {
  readonly accountId: string
  readonly id: string
  readonly leaseToken: string
  /** Null when the channel was deleted since. */
  readonly channel: ChannelDefinition | null
  readonly facts: AlertFacts
  readonly variables: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  /** Where its receivers can act on it; null where there is nothing to do. */
  readonly actionLinks: ActionLinks | null
  /** 1 for the first try. */
  readonly attempt: number
}

export interface ClaimNotifications extends LeaseClaim {
  /** Channels that have enough to do; what is owed through them stays owed. */
  readonly exceptChannels?: readonly number[]
  /** Where people reach the service; without it messages have no links to act on. */
  readonly publicUrl?: string
}

/** Leases notifications whose time has come. An undelivered one is owed again when the lease ends. */
export async function claimOwedNotifications(store: Store, claim: ClaimNotifications): Promise<OwedNotification[]> {
  const rows = await claimNotifications(store.db, {
    ...leaseOf(claim),
    exceptChannels: claim.exceptChannels ?? [],
  })
  if (rows.length === 0) return []
  const { db, seal } = store
  const channelIds = [...new Set(rows.flatMap((row) => row.channel_id ?? []))]
  const channels = new Map((await findChannels(db, seal, channelIds)).map((channel) => [channel.id, channel]))
  const accounts = await findVariablesOfAccounts(db, seal, [...new Set(rows.map((row) => row.account_id))])
  const checks = await loadEffectiveChecks(
    db,
    seal,
    rows.map((row) => row.check_id),
  )
  const owed = async (row: NotificationRow): Promise<OwedNotification> => {
    const check = checks.get(row.check_id)
    const account = accounts.get(row.account_id) ?? []
    const variables = check ? mergedVariables(account, check.group, check.own) : account
    const channel = row.channel_id === null ? ownerChannel(row) : (channels.get(row.channel_id) ?? null)
    const { actionLinks, tokens } = actionLinksOf(
      seal,
      { accountId: row.account_id, id: row.id, facts: row.facts },
      claim.publicUrl,
    )
    const analysis = await analysisOfAlert(store, row, channel)
    return {
      accountId: row.account_id,
      id: row.id,
      leaseToken: row.lease_token ?? '',
      channel,
      facts: { ...row.facts, ...(analysis && { analysis }) },
      variables: Object.fromEntries(variables.map((variable) => [variable.key, variable.value])),
      secrets: variables
        .filter((variable) => variable.secret || variable.locked)
        .map((variable) => variable.value)
        .concat(tokens),
      actionLinks,
      attempt: attemptOf(row),
    }
  }
  return Promise.all(rows.map(owed))
}

/** The owner's address as a channel of mail, for what goes there because no channel delivered it. */
function ownerChannel({ account_id: accountId, fallback, created_at: createdAt }: NotificationRow) {
  if (!fallback || fallback.ownerAddress === null) return null
  const flags = { sendRecovery: true, sendFailure: true, sendDegraded: true, sslExpiry: true, autoSubscribe: false }
  const config = { address: fallback.ownerAddress }
  return {
    accountId,
    id: ownerTried,
    type: 'EMAIL',
    config,
    ...flags,
    sslExpiryThreshold: 30,
    createdAt,
    updatedAt: null,
    pausedUntil: null,
  }
}

const attemptOf = (row: NotificationRow): number => row.tries.length + 1

export interface DeliveryPacing {
  readonly tries: number
  readonly secondsApart: number
}

/** Writes down the outcome of one try, how its channel fares by it, and when the next one is owed. */
export async function recordTry(
  store: Store,
  notification: OwedNotification,
  delivery: Delivery,
  context: { readonly nowMs: number; readonly pacing: DeliveryPacing; readonly fallbackAfterMs: number },
): Promise<void> {
  const isOver = delivery.outcome !== 'retry' || notification.attempt >= context.pacing.tries
  const waitSeconds = Math.max(context.pacing.secondsApart, waitOf(delivery))
  const at = new Date(context.nowMs)
  await recordDelivery(store.db, {
    accountId: notification.accountId,
    id: notification.id,
    leaseToken: notification.leaseToken,
    status: statusOf(delivery, isOver),
    attempt: { at: at.toISOString(), outcome: delivery.outcome, response: delivery.response },
    availableAt: isOver ? null : new Date(context.nowMs + waitSeconds * 1000),
    finishedAt: isOver ? at : null,
    fallbackAfterMs: context.fallbackAfterMs,
  })
}

/** A receiver that was asked too often stays the reason, while waiting for the next try and when given up. */
function statusOf(delivery: Delivery, isOver: boolean): NotificationStatus {
  if (delivery.outcome === 'sent') return 'SUCCESS'
  if (delivery.outcome === 'retry' && delivery.isRateLimited) return 'RATE_LIMITED'
  return isOver ? 'FAILURE' : 'IN_PROGRESS'
}

const waitOf = (delivery: Delivery): number => (delivery.outcome === 'retry' ? (delivery.retryAfterSeconds ?? 0) : 0)
