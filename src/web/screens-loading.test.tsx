import { expect, it } from 'vitest'
import { FakeApi, renderScreen } from './testing/index.ts'
import { addresses, faultsOf } from './testing/screen-faults.ts'

it.each(addresses)(
  'while nothing is answered, %s shows that it loads, or what needs no answer (%s)',
  async (_name, address) => {
    const scene = await renderScreen(address, { api: new FakeApi().holdRest() })
    expect(faultsOf(scene)).toEqual([])
    expect(scene.page.queryAllByRole('alert')).toEqual([])
  },
)
