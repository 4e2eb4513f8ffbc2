import { describe, expect, it } from 'vitest'
import { findOutlineFaults } from '../../tests/support/find-outline-faults.ts'
import { addressesOf } from '../../tests/support/web-screens.ts'
import type { Things } from '../../tests/support/web-screens.ts'
import { account, FakeApi, renderScreen } from './testing/index.ts'
import type { Scene } from './testing/index.ts'

const uuid = '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77'
const things: Things = {
  check: uuid,
  golden: uuid,
  channel: '1',
  group: '1',
  location: uuid,
  notification: uuid,
  receivedAlert: uuid,
  error: uuid,
  account: account.id,
  incident: uuid,
  dashboard: 'd297f8547be9',
  maintenance: '1',
  testSession: { id: uuid, result: uuid },
  statusPages: { components: uuid, cards: uuid, readers: uuid },
  results: [{ name: 'url', check: uuid, result: uuid }],
}
const addresses = addressesOf(things)

/** Screens that can be used before anything is answered. */
const needsNothing: ReadonlySet<string> = new Set([
  'check-new',
  'channel-new',
  'group-new',
  'board-new',
  'status-page-new',
  'not-found',
  'welcome',
])

/** The defects of a screen in any state. */
function faultsOf({ page, api }: Scene): readonly string[] {
  const shown = page.queryAllByRole('heading', { level: 1 }).length + page.queryAllByRole('status').length
  return [
    ...(page.queryByText(/^Something went wrong|^Ein Fehler ist aufgetreten/) ? ['it crashed'] : []),
    ...(shown === 0 ? ['it shows nothing'] : []),
    ...api.problems,
    ...findOutlineFaults(),
  ]
}

describe('while nothing is answered', () => {
  it.each(addresses)('%s shows that it loads, or what needs no answer (%s)', async (_name, address) => {
    const scene = await renderScreen(address, { api: new FakeApi().holdRest() })
    expect(faultsOf(scene)).toEqual([])
    expect(scene.page.queryAllByRole('alert')).toEqual([])
  })
})

describe('when everything fails', () => {
  it.each(addresses)('%s says so, and is loaded on request (%s)', async (name, address) => {
    const scene = await renderScreen(address, { api: new FakeApi().failRest(), isStrict: true })
    const { page, user, api } = scene
    expect(faultsOf(scene)).toEqual([])
    const again = page.queryAllByRole('button', { name: 'Try again' })
    expect(again.length > 0).toBe(!needsNothing.has(name))
    api.recover()
    for (const button of again) if (button.isConnected) await user.click(button)
    expect(page.queryAllByRole('button', { name: 'Try again' })).toEqual([])
    expect(faultsOf(scene)).toEqual([])
  })
})

describe('for whoever may only read, in German, in an account in which nothing was made yet', () => {
  it.each(addresses)('%s asks for nothing that the role may not do (%s)', async (_name, address) => {
    const scene = await renderScreen(address, { role: 'READ_ONLY', language: 'de' })
    expect(faultsOf(scene)).toEqual([])
    expect(document.documentElement.lang).toBe('de')
  })
})
