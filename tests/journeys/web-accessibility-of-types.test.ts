import { expect, it } from 'vitest'
import { examineScreens, noFaults, still } from '../support/examine-screens.ts'
import { useWebScene } from '../support/web-scene.ts'
import { addressesOf, findThings, isOfOneType } from '../support/web-screens.ts'

const scene = useWebScene({ isSeeded: true, environment: () => ({ BELFRY_ROLES: 'api' }) })

it('no screen of a type of check violates WCAG 2.2 AA, scrolls sideways in a narrow window, moves for whoever wants no motion, or hides the focus', async () => {
  const things = await findThings((method, path) => scene.server.call(method, path))
  const addresses = addressesOf(things).flatMap(([name, address]) => (isOfOneType(name) ? [address] : []))
  expect(addresses.length).toBeGreaterThan(30)
  expect(await examineScreens(scene, await scene.signedIn('/', still), addresses)).toEqual(noFaults)
})
