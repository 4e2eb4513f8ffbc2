import { listedLocations, runtimes } from '#contract'
import type { Role, ThemeColors } from '#contract'
import type { UsedOperation } from '../api/operations.ts'
import { sample } from './sample.ts'
import type { Given } from './sample.ts'

export const account = { id: '0b7c3f6e-59a1-4a2e-9c53-5d0e2f7f1a10', name: 'Belfry' }
export const person = { id: '7d0f2c9a-3a1c-4d52-8f6b-2f1c8a5f0b21', name: 'Robin', email: 'robin@mail.example' }

const signedInAs = (role: Role): Given<'getSignedIn'> => ({
  user: { ...person, hasPassword: true },
  accounts: [{ ...account, role }],
  mayCreateAccounts: role === 'OWNER',
  session: {
    id: '2f9b1c57-6f0a-4b60-9c0e-8a7d0c5f4e32',
    method: 'PASSWORD',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
    address: '127.0.0.1',
    createdAt: '2026-11-26T08:00:00.000Z',
    lastUsedAt: '2026-11-26T09:00:00.000Z',
    expiresAt: '2026-12-26T09:00:00.000Z',
    isCurrent: true,
  },
})

/** Black on white. */
const colors: ThemeColors['light'] = {
  bodyBackgroundColor: '#ffffff',
  headerBackgroundColor: '#ffffff',
  headerFontColor: '#000000',
  titleFontColor: '#000000',
  bodyFontColor: '#000000',
  bodyFontColorMuted: '#000000',
  navigationFontColor: '#000000',
  linkFontColor: '#000000',
  cardBackgroundColor: '#ffffff',
  borderColor: '#000000',
  primaryButtonBackgroundColor: '#000000',
  primaryButtonFontColor: '#ffffff',
}

/** The answers of a new installation, where the smallest answer is not enough. */
const answers: { readonly [K in UsedOperation]?: () => Given<K> } = {
  getEmailAddress: () => ({ email: person.email, receivesMail: true, pendingAddress: null }),
  listLocations: () => listedLocations(new Map()),
  previewStatusPage: () => ({
    html: '<!doctype html><html><head><style>p{}</style></head><body><p>As readers see it</p></body></html>',
    themeColors: { light: colors, dark: colors },
  }),
  listRuntimes: () => [...runtimes],
  getDashboard: () => sample('getDashboard', { refreshRate: 60, paginationRate: 60 }),
  getCheckSeries: () =>
    sample('getCheckSeries', { from: '2026-11-26T09:00:00.000Z', to: '2026-11-26T10:00:00.000Z', interval: 60 }),
}

const usual = new Map<UsedOperation, unknown>()

/** Checked by the contract once for all tests. */
function of(id: UsedOperation): unknown {
  if (!usual.has(id)) usual.set(id, answers[id]?.() ?? sample(id))
  return usual.get(id)
}

export const usualAnswers = { of, signedInAs }
