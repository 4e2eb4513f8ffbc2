import { expect, it } from 'vitest'
import { renderScreen } from './testing/index.ts'
import { addresses, faultsOf } from './testing/screen-faults.ts'

it.each(addresses)(
  'for whoever may only read, in German, in an account in which nothing was made yet, %s asks for nothing that the role may not do (%s)',
  async (_name, address) => {
    const scene = await renderScreen(address, { role: 'READ_ONLY', language: 'de' })
    expect(faultsOf(scene)).toEqual([])
    expect(document.documentElement.lang).toBe('de')
  },
)
