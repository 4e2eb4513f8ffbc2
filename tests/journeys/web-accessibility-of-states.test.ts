import { expect, it } from 'vitest'
import { examineScreens, noFaults, still } from '../support/examine-screens.ts'
import { addressesInState, screenStates } from '../support/screen-states.ts'
import { useWebScene } from '../support/web-scene.ts'
import { findThings } from '../support/web-screens.ts'

const scene = useWebScene({ isSeeded: true, environment: () => ({ BELFRY_ROLES: 'api' }) })
const inState = ['home', 'checks', 'check', 'groups', 'group-new', 'settings-keys', 'settings-variables']

it.each(['failed', 'empty', 'read-only-empty'])(
  'no screen that is %s violates WCAG 2.2 AA, scrolls sideways, moves for whoever wants no motion, or hides the focus',
  async (name) => {
    const state = screenStates[name]
    if (state === undefined) throw new Error(`There is no state ${name}.`)
    const things = await findThings((method, path) => scene.server.call(method, path))
    const addresses = addressesInState(state, things).flatMap(([screen, address]) =>
      inState.includes(screen) ? [address] : [],
    )
    expect(await examineScreens(scene, await state.open(scene, still), addresses)).toEqual(noFaults)
  },
)
