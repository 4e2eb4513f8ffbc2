import { expect, it } from 'vitest'
import { routes, screens, signedOutScreens } from '../support/web-screens.ts'

it('every route of the interface is in the table of screens that pictures, roles and accessibility walk through', () => {
  const listed = [...Object.keys(screens), ...Object.keys(signedOutScreens)]
  expect(routes.length).toBeGreaterThan(20)
  expect(listed.toSorted()).toEqual(routes.toSorted())
})
