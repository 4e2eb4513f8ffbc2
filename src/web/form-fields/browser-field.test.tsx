import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeApi, renderScreen, sample, storeChannels } from '../testing/index.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

interface Browser {
  /** The answer of the person. */
  readonly permission: NotificationPermission
  readonly isSecure?: boolean
  /** Default: one with these keys. */
  readonly subscribe?: () => Promise<{ readonly toJSON: () => PushSubscriptionJSON }>
}

const keys = { p256dh: `BM${'a'.repeat(85)}`, auth: 'b'.repeat(22) }
const made = async () => ({ toJSON: () => ({ endpoint: 'https://push.example/send/1', keys }) })

/** A browser with a push service; returns the options of its subscriptions. */
function givePush({ permission, isSecure = true, subscribe = made }: Browser): object[] {
  const asked: object[] = []
  const pushManager = {
    getSubscription: async () => null,
    subscribe: async (options: object) => {
      asked.push(options)
      return await subscribe()
    },
  }
  const requestPermission = async (): Promise<NotificationPermission> => permission
  vi.stubGlobal('isSecureContext', isSecure)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  const serviceWorker = { register: async () => null, ready: Promise.resolve({ pushManager }) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  return asked
}

async function openForm() {
  const api = new FakeApi()
  storeChannels(api, [])
  api.answer('getWebPushKey', { publicKey: 'BPUBLIC' })
  const scene = await renderScreen('/channels/new', { api })
  await scene.user.click(scene.page.getByRole('button', { name: 'Browser notifications' }))
  return scene
}

const allow = { name: 'Allow notifications in this browser' }

describe('a channel for browser notifications', () => {
  it('is made of the subscription of this browser, once the person allows it', async () => {
    const asked = givePush({ permission: 'granted' })
    const { api, page, user, violations } = await openForm()
    await user.click(page.getByRole('button', allow))
    expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: 'BPUBLIC' }])
    page.getByText(/^A browser is registered/)
    expect(await violations()).toEqual([])
    api.answer('createAlertChannel', sample('createAlertChannel', { id: 1, type: 'WEB_PUSH' }))
    await user.click(page.getByRole('button', { name: 'Create' }))
    const config = { name: expect.stringMatching(/./), endpoint: 'https://push.example/send/1', ...keys }
    expect(api.sentOf('createAlertChannel')).toMatchObject([{ body: { type: 'WEB_PUSH', config } }])
  })

  it('says what to do when the person does not allow it', async () => {
    givePush({ permission: 'denied' })
    const refused = await openForm()
    await refused.user.click(refused.page.getByRole('button', allow))
    refused.page.getByText(/^Notifications of this page are blocked/)
  })

  it('is not offered where browsers receive none', async () => {
    givePush({ permission: 'granted', isSecure: false })
    const { page } = await openForm()
    page.getByText(/^Browsers receive notifications only from an HTTPS address/)
    expect(page.queryByRole('button', allow)).toBe(null)
  })

  it('says why the push service of the browser did not register it', async () => {
    givePush({ permission: 'granted', subscribe: () => Promise.reject(new Error('push service error')) })
    const { page, user } = await openForm()
    await user.click(page.getByRole('button', allow))
    page.getByText(/push service error$/)
    page.getByRole('button', allow)
  })
})
