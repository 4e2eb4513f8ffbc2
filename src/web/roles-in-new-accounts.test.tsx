import { describe, expect, it } from 'vitest'
import { controlsOfRoles, screensOf, shownControls } from './testing/index.ts'

describe('in an account in which nothing was made yet', () => {
  const all = (['lists', 'alerting', 'settings'] as const).flatMap(screensOf)
  const lists = all.filter(([, address]) => /^\/(|channels|groups|locations|settings\/\w+)$/.test(address))
  it.each(lists)('each role sees what it may do in %s', async (_name, address) => {
    const { shown, permitted } = await controlsOfRoles(address, { isEmpty: true })
    expect(shown).toEqual(permitted)
  })
})

describe('screens that only change something', () => {
  it.each(screensOf('changes'))('%s shows nothing to do to whoever may not', async (_name, address) => {
    for (const role of ['READ_ONLY', 'READ_RUN'] as const)
      expect({ role, shown: await shownControls(address, role) }).toEqual({ role, shown: [] })
  })
})
