import { pick } from '#contract'
import { redactText } from '#redaction'
import { listChannels, listSubscriptionsOfChannels } from '#storage/alerts'
import { findPrivateLocations } from '#storage/checks'
import { listDashboards } from '#storage/dashboards'
import { listMaintenanceWindows } from '#storage/maintenances'
import { listLocationAssignments } from '#storage/projects'
import { listPages, listServices } from '#storage/status-pages'
import { everything, formsOf, withoutNulls } from './import-form.ts'
import type { ListForms } from './import-form.ts'
import { maskedConfig } from './masked-config.ts'

const flags = ['sendRecovery', 'sendFailure', 'sendDegraded', 'sslExpiry', 'sslExpiryThreshold'] as const

export const listAlertChannelForms: ListForms = async ({ store, caller: { accountId } }) => {
  const { items } = await listChannels(store.db, store.encryption, { accountId, ...everything })
  return formsOf(items, (channel) => ({
    type: channel.type,
    config: withoutNulls(maskedConfig(channel.type, { ...channel.config })),
    ...pick(channel, flags),
  }))
}

/** Code has no subscription that is switched off. */
export const listSubscriptionForms: ListForms = async ({ store, caller: { accountId } }) => {
  const { items } = await listChannels(store.db, store.encryption, { accountId, ...everything })
  const channelIds = items.map(({ id }) => id)
  const rows = await listSubscriptionsOfChannels(store.db, accountId, channelIds)
  return formsOf(
    rows.filter(({ activated }) => activated),
    ({ channelId, checkId, groupId, activated }) =>
      withoutNulls({ alertChannelId: channelId, checkId, groupId, activated }),
  )
}

export const listPrivateLocationForms: ListForms = async ({ store, caller }) =>
  formsOf(await findPrivateLocations(store.db, store.encryption, caller.accountId), (location) =>
    withoutNulls({
      ...pick(location, ['name', 'slugName', 'icon']),
      proxyUrl: location.proxyUrl && redactText(location.proxyUrl),
    }),
  )

const listAssignmentForms =
  (field: 'checkId' | 'groupId'): ListForms =>
  async ({ store, caller }) => {
    const rows = await listLocationAssignments(store.db, caller.accountId, field)
    return rows.map(({ id, locationId }) => ({
      physicalId: `${id}/${locationId}`,
      payload: {
        id: `${id}/${locationId}`,
        privateLocationId: locationId,
        [field]: field === 'groupId' ? Number(id) : id,
      },
    }))
  }
export const listCheckAssignmentForms = listAssignmentForms('checkId')
export const listGroupAssignmentForms = listAssignmentForms('groupId')

const windowFields = [
  'name',
  'description',
  'tags',
  'timezone',
  'repeatInterval',
  'repeatUnit',
  'pauseAllChecks',
  'silenceAlertsTags',
  'silenceAllAlerts',
  'notifyAfterEnd',
] as const

export const listMaintenanceWindowForms: ListForms = async ({ store, caller: { accountId } }) => {
  const { items } = await listMaintenanceWindows(store.db, { accountId, bounds: [] }, everything)
  return formsOf(items, (window) =>
    withoutNulls({
      ...pick(window, windowFields),
      statusPageVisibility: window.visibility,
      startsAt: window.startsAt.toISOString(),
      endsAt: window.endsAt.toISOString(),
      repeatEndsAt: window.repeatEndsAt && `${window.repeatEndsAt}T00:00:00.000Z`,
    }),
  )
}

export const listDashboardForms: ListForms = async ({ store, caller }) => {
  const { items } = await listDashboards(store.db, caller.accountId, everything)
  return formsOf(items, ({ customUrl, customDomain, isPrivate, settings }) =>
    withoutNulls({ customUrl, customDomain, isPrivate, ...settings }),
  )
}

export const listServiceForms: ListForms = async ({ store, caller: { accountId } }) =>
  formsOf(await listServices(store.db, { accountId, fromId: null, limit: null }), ({ name }) => ({ name }))

export const listStatusPageForms: ListForms = async ({ store, caller: { accountId } }) => {
  const pages = await listPages(store.db, { accountId, fromId: null, limit: null })
  const rows = pages.map(({ page, cards }) => ({ id: page.id, page, cards }))
  return formsOf(rows, ({ page: { name, url, customDomain, settings }, cards }) =>
    withoutNulls({
      name,
      url,
      customDomain,
      ...settings,
      cards: cards.map((card) => ({ name: card.name, services: card.services.map(({ id }) => ({ id })) })),
    }),
  )
}
