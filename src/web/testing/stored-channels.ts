import type { Answer } from '../api/operations.ts'
import type { FakeApi } from './fake-api.ts'
import { sample } from './sample.ts'

type Channel = Answer<'getAlertChannel'>

/** A webhook, with other fields where a test says so. */
export const aChannel = (id: number, name: string, fields: Partial<Channel> = {}): Channel =>
  sample('getAlertChannel', {
    id,
    type: 'WEBHOOK',
    config: { name, url: 'https://hooks.example', method: 'POST' },
    sendFailure: true,
    sslExpiryThreshold: 30,
    updated_at: '2026-11-20T09:00:00.000Z',
    ...fields,
  })

const savedAt = '2026-11-26T10:00:00.000Z'

/** An absent field is unchanged. The cast is safe because the contract has checked the body. */
const given = (fields: object): Partial<Channel> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Has a fake keep channels as the service does: what is saved and deleted is answered from then on. */
export function storeChannels(api: FakeApi, channels: readonly Channel[]): Map<number, Channel> {
  const stored = new Map(channels.map((channel) => [channel.id, channel]))
  const find = (id: number): Channel => stored.get(Number(id)) ?? sample('getAlertChannel')
  api.answer('listAlertChannels', () =>
    [...stored.values()].map(({ subscriptions, ...channel }) => ({
      ...channel,
      activeSubscriptions: subscriptions.filter(({ activated }) => activated).length,
    })),
  )
  api.answer('getAlertChannel', ({ params }) => find(params.id))
  api.answer('updateAlertChannel', ({ params, body: { subscriptions, ...fields } }) => {
    const saved = { ...find(params.id), ...given(fields), updated_at: savedAt }
    const named = subscriptions?.map(({ checkId = null, groupId = null, activated }, index) => {
      return { id: index + 1, checkId, groupId, activated }
    })
    stored.set(saved.id, { ...saved, subscriptions: named ?? saved.subscriptions })
    return find(params.id)
  })
  api.answer('deleteAlertChannel', ({ params }) => void stored.delete(Number(params.id)))
  return stored
}
