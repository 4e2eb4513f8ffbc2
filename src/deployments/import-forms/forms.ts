import { pick } from '#contract'
import { redactText } from '#redaction'
import { listChannels, listSubscriptions } from '#storage/alerts'
import { findPrivateLocations } from '#storage/checks'
import { listDashboards } from '#storage/dashboards'
import { listMaintenanceWindows } from '#storage/maintenances'
import { listLocationAssignments } from '#storage/projects'
import { listServices } from '#storage/status-pages'
import { everything, formsOf, importForms, withoutNulls } from './import-form.ts'
import type { ListForms } from './import-form.ts'
import { maskedConfig } from './masked-config.ts'

const flags = ['sendRecovery', 'sendFailure', 'sendDegraded', 'sslExpiry', 'sslExpiryThreshold'] as const

/** Like the other lists of fields: with every field that code can set, null where it is not set, and with secrets. */
export const listAlertChannelFields: ListForms = async ({ store, caller: { accountId } }) => {
  const { items } = await listChannels(store.db, store.encryption, { accountId, ...everything })
  return formsOf(items, (channel) => ({
    type: channel.type,
    config: withoutNulls({ ...channel.config }),
    ...pick(channel, flags),
  }))
}
export const listAlertChannelForms = importForms(listAlertChannelFields, (fields) => ({
  ...fields,
  config: maskedConfig(fields['type'], Object(fields['config'])),
}))

export const listSubscriptionFields: ListForms = async ({ store, caller: { accountId }, physicalIds }) => {
  const rows = await listSubscriptions(store.db, accountId, physicalIds ?? null)
  return formsOf(rows, ({ channelId, checkId, groupId, activated }) => ({
    alertChannelId: channelId,
    checkId,
    groupId,
    activated,
  }))
}
/** Code has no subscription that is switched off. */
export const listSubscriptionForms = importForms(listSubscriptionFields, (fields) =>
  fields['activated'] ? fields : null,
)

export const listPrivateLocationFields: ListForms = async ({ store, caller }) =>
  formsOf(await findPrivateLocations(store.db, store.encryption, caller.accountId), (location) => ({
    ...pick(location, ['name', 'slugName', 'icon', 'proxyUrl']),
  }))
export const listPrivateLocationForms = importForms(listPrivateLocationFields, ({ proxyUrl, ...fields }) => ({
  ...fields,
  ...(typeof proxyUrl === 'string' && { proxyUrl: redactText(proxyUrl) }),
}))

const listAssignmentForms =
  (field: 'checkId' | 'groupId'): ListForms =>
  async ({ store, caller, physicalIds }) => {
    const ownerIds = physicalIds?.map((id) => id.split('/')[0] ?? '') ?? null
    const rows = await listLocationAssignments(store.db, { accountId: caller.accountId, of: field, ownerIds })
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

export const listMaintenanceWindowFields: ListForms = async ({ store, caller: { accountId } }) => {
  const { items } = await listMaintenanceWindows(store.db, { accountId, bounds: [] }, everything)
  return formsOf(items, (window) => ({
    ...pick(window, windowFields),
    statusPageVisibility: window.visibility,
    startsAt: window.startsAt.toISOString(),
    endsAt: window.endsAt.toISOString(),
    repeatEndsAt: window.repeatEndsAt && `${window.repeatEndsAt}T00:00:00.000Z`,
  }))
}
export const listMaintenanceWindowForms = importForms(listMaintenanceWindowFields)

export const listDashboardFields: ListForms = async ({ store, caller }) => {
  const { items } = await listDashboards(store.db, caller.accountId, everything)
  return formsOf(items, ({ customUrl, customDomain, isPrivate, settings }) => ({
    customUrl,
    customDomain,
    isPrivate,
    ...settings,
  }))
}
export const listDashboardForms = importForms(listDashboardFields)

export const listServiceForms: ListForms = async ({ store, caller: { accountId } }) =>
  formsOf(await listServices(store.db, { accountId, fromId: null, limit: null }), ({ name }) => ({ name }))
