import { findOutlineFaults } from '../../../tests/support/find-outline-faults.ts'
import { addressesOf } from '../../../tests/support/web-screens.ts'
import type { Things } from '../../../tests/support/web-screens.ts'
import { account } from './usual-answers.ts'
import type { Scene } from './render-screen.ts'

const uuid = '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77'
const things: Things = {
  check: uuid,
  golden: uuid,
  channel: '1',
  group: '1',
  location: uuid,
  notification: uuid,
  receivedAlert: uuid,
  error: uuid,
  account: account.id,
  incident: uuid,
  dashboard: 'd297f8547be9',
  maintenance: '1',
  testSession: { id: uuid, result: uuid },
  statusPages: { components: uuid, cards: uuid, readers: uuid },
  results: [{ name: 'url', check: uuid, result: uuid }],
}
/** Every screen with its address. */
export const addresses = addressesOf(things)

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
