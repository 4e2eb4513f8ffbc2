import { expect, it } from 'vitest'
import { examineScreens, noFaults, still } from '../support/examine-screens.ts'
import { useWebScene } from '../support/web-scene.ts'
import { addressesOf, findThings, isOfOneType, signedOutScreens } from '../support/web-screens.ts'
import type { Things } from '../support/web-screens.ts'

const scene = useWebScene({ isSeeded: true, environment: () => ({ BELFRY_ROLES: 'api' }) })
/** Its words are longer. */
const german = { ...still, locale: 'de-DE' }

const findAll = (): Promise<Things> => findThings((method, path) => scene.server.call(method, path))

it('no screen violates WCAG 2.2 AA, scrolls sideways in a narrow window, moves for whoever wants no motion, or hides the focus, also in German', async () => {
  const addresses = addressesOf(await findAll()).flatMap(([name, address]) => (isOfOneType(name) ? [] : [address]))
  expect(addresses.length).toBeGreaterThan(25)
  expect(await examineScreens(scene, await scene.signedIn('/', german), addresses)).toEqual(noFaults)
})

it('nor does a screen of whoever is signed out', async () => {
  const things = await findAll()
  const addresses = Object.values(signedOutScreens).flatMap((ofRoute) => Object.values(ofRoute(things)))
  expect(await examineScreens(scene, await scene.open('/sign-in', german), addresses)).toEqual(noFaults)
})
