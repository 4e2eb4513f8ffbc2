import { findOutlineFaults } from '../../../tests/support/find-outline-faults.ts'
import { addressesOf } from '../../../tests/support/web-screens.ts'
import { storedThings } from './stored-account.ts'
import type { Scene } from './render-screen.ts'

/** Every screen with its address. */
export const addresses = addressesOf(storedThings)

/** The defects of a screen in any state. */
export function faultsOf({ page, api }: Scene): readonly string[] {
  const shown = page.queryAllByRole('heading', { level: 1 }).length + page.queryAllByRole('status').length
  return [
    ...(page.queryByText(/^Something went wrong|^Ein Fehler ist aufgetreten/) ? ['it crashed'] : []),
    ...(shown === 0 ? ['it shows nothing'] : []),
    ...api.problems,
    ...findOutlineFaults(),
  ]
}
