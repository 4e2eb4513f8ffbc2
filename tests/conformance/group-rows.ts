import { inheritedDefaults, inheritedFields } from '#contract'
import { othersThanDefaults } from './example-of.ts'
import type { Body, ResourceRow } from './resource-row.ts'
import type { SeededAccount } from './seeded-account.ts'
import { alertSettings, aroundRequests, assertion, retryStrategy, variable, withoutScripts } from './written-parts.ts'

const group = (seed: SeededAccount): Body => ({
  name: 'Group with everything',
  activated: false,
  muted: true,
  tags: ['first'],
  locations: ['eu-west-1'],
  concurrency: 5,
  apiCheckDefaults: {
    url: 'https://api.example',
    headers: [{ key: 'X-Key', value: 'v', locked: false }],
    queryParameters: [{ key: 'q', value: 'v', locked: true }],
    assertions: [assertion('STATUS_CODE', '200')],
    basicAuth: { username: 'user', password: 'password' },
  },
  browserCheckDefaults: 'words',
  environmentVariables: [variable('GROUP_KEY')],
  alertChannelSubscriptions: [{ alertChannelId: seed.channelId, activated: true }],
  privateLocations: [seed.privateLocationSlug],
  ...aroundRequests(seed),
  ...othersThanDefaults(inheritedFields),
  alertSettings: alertSettings(15),
  useGlobalAlertSettings: false,
  retryStrategy: retryStrategy(3),
})
const groupChanges = (seed: SeededAccount): readonly Body[] => [
  { name: 'Another group' },
  { activated: true },
  { muted: false },
  { tags: ['other'] },
  { locations: ['ap-south-1', 'eu-west-2'] },
  { concurrency: 1 },
  {
    apiCheckDefaults: {
      url: '',
      headers: [],
      queryParameters: [],
      assertions: [],
      basicAuth: { username: '', password: '' },
    },
  },
  { browserCheckDefaults: 'other words' },
  { environmentVariables: [variable('OTHER_KEY')] },
  { alertChannelSubscriptions: [{ alertChannelId: seed.channelId, activated: false }] },
  { privateLocations: [] },
  ...withoutScripts,
  ...Object.entries(inheritedDefaults).map(([name, value]) => ({ [name]: value })),
  { alertSettings: alertSettings(30) },
  { useGlobalAlertSettings: true },
  { retryStrategy: null },
  { retryStrategy: 'FALLBACK' },
]

/** Groups of both versions. */
export const groupRows: Readonly<Record<string, ResourceRow>> = {
  'a group': {
    create: 'createCheckGroup',
    read: 'getCheckGroup',
    update: 'updateCheckGroup',
    list: 'listCheckGroups',
    remove: 'deleteCheckGroup',
    full: (seed) => ({ ...group(seed), doubleCheck: false }),
    changes: (seed) => [...groupChanges(seed), { doubleCheck: true }],
  },
  'a group of the second version': {
    create: 'createCheckGroupV2',
    read: 'getCheckGroup',
    update: 'updateCheckGroupV2',
    list: 'listCheckGroups',
    remove: 'deleteCheckGroup',
    full: (seed) => ({ ...group(seed), doubleCheck: true }),
    always: () => ({ name: 'Group with everything' }),
    changes: (seed) => [
      ...groupChanges(seed).slice(1),
      { doubleCheck: false },
      { runParallel: null },
      { alertSettings: null },
      { useGlobalAlertSettings: null },
      { name: 'Another group' },
    ],
  },
}
