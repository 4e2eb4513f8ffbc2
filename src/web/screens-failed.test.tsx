import { expect, it } from 'vitest'
import { FakeApi, renderScreen } from './testing/index.ts'
import { addresses, faultsOf } from './testing/screen-faults.ts'

/** Screens that can be used before anything is answered. */
const needsNothing: ReadonlySet<string> = new Set([
  'check-new',
  'channel-new',
  'group-new',
  'board-new',
  'status-page-new',
  'not-found',
  'welcome',
  'settings-agents-none',
])

it.each(addresses)('when everything fails, %s says so, and is loaded on request (%s)', async (name, address) => {
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
