import { expect, it } from 'vitest'
import { controlsOfRoles, screensOf } from './testing/index.ts'

it.each(screensOf('tabs'))('each role sees what it may do in %s', async (_name, address) => {
  const { shown, permitted } = await controlsOfRoles(address)
  expect(shown).toEqual(permitted)
})
