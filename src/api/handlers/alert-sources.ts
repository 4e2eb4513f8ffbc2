import { defaultCursorPageSize } from '#contract'
import type { Handlers } from '#contract'
import {
  createAlertSource,
  deleteAlertSource,
  listAlertSources,
  renewAlertSourceToken,
  updateAlertSource,
} from '#management'
import type { NewAlertSource } from '#management'
import {
  acknowledgeReceivedAlert,
  unacknowledgeReceivedAlert,
  endSilence,
  getReceivedAlert,
  listReceivedAlerts,
  listSilences,
  saveSilence,
} from '#notifying'
import { parseInstant } from '#kernel'
import { presentAlertSilence, presentAlertSource, presentReceivedAlert } from '../presenters/alert-source.ts'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { actingUserOf } from './acting-user.ts'
import { callerOf } from './caller-of.ts'

const sourceId = (id: string): string => uuidFromPath(id, 'ALERT_SOURCE_NOT_FOUND')
const alertId = (id: string): string => uuidFromPath(id, 'RECEIVED_ALERT_NOT_FOUND')

const withAddresses = ({ token, ...source }: NewAlertSource, { publicUrl }: RequestContext) => {
  const url = `${publicUrl}/inbound/${token}`
  return { ...presentAlertSource(source), token, webhookUrl: url, alertmanagerUrl: url }
}

export const alertSourceHandlers = {
  listAlertSources: async (_input, context) =>
    (await listAlertSources(context.store, callerOf(context))).map(presentAlertSource),

  createAlertSource: async ({ body }, context) =>
    withAddresses(await createAlertSource(context.store, callerOf(context), body), context),

  updateAlertSource: async ({ params, body }, context) =>
    presentAlertSource(await updateAlertSource(context.store, callerOf(context), { id: sourceId(params.id), body })),

  renewAlertSourceToken: async ({ params }, context) =>
    withAddresses(await renewAlertSourceToken(context.store, callerOf(context), sourceId(params.id)), context),

  deleteAlertSource: ({ params }, context) => deleteAlertSource(context.store, callerOf(context), sourceId(params.id)),

  listReceivedAlerts: async ({ query }, context) => {
    const filter = {
      sourceId: query.sourceId === undefined ? null : sourceId(query.sourceId),
      isFiring: query.state === undefined ? null : query.state === 'FIRING',
      search: query.search ?? null,
    }
    const page = { limit: query.limit ?? defaultCursorPageSize, nextId: query.nextId }
    const { items, nextId } = await listReceivedAlerts(context.store, callerOf(context), filter, page)
    return { length: items.length, entries: items.map(presentReceivedAlert), nextId }
  },

  getReceivedAlert: async ({ params }, context) =>
    presentReceivedAlert(await getReceivedAlert(context.store, callerOf(context), alertId(params.id))),

  acknowledgeReceivedAlert: async ({ params, body }, context) => {
    const id = alertId(params.id)
    await acknowledgeReceivedAlert(context.store, await actingUserOf(context), { id, note: body?.note ?? null })
    return presentReceivedAlert(await getReceivedAlert(context.store, callerOf(context), id))
  },

  unacknowledgeReceivedAlert: ({ params }, context) =>
    unacknowledgeReceivedAlert(context.store, callerOf(context), alertId(params.id)),

  listAlertSilences: async (_input, context) =>
    (await listSilences(context.store, callerOf(context))).map(presentAlertSilence),

  createAlertSilence: async ({ body }, context) => {
    const { by, ...caller } = await actingUserOf(context)
    const silence = await saveSilence(context.store, caller, {
      id: null,
      sourceId: null,
      matchers: body.matchers.map(({ isRegex = false, isEqual = true, ...matcher }) => ({
        ...matcher,
        isRegex,
        isEqual,
      })),
      startsAt: body.startsAt === undefined ? context.now : new Date(parseInstant('startsAt', body.startsAt)),
      endsAt: new Date(parseInstant('endsAt', body.endsAt)),
      createdBy: by,
      comment: body.comment ?? '',
    })
    return presentAlertSilence(silence)
  },

  deleteAlertSilence: ({ params }, context) =>
    endSilence(context.store, callerOf(context), { id: uuidFromPath(params.id, 'ALERT_SILENCE_NOT_FOUND') }),
} satisfies Partial<Handlers<RequestContext>>
