import type { DeploymentBody } from '#contract'

type Resource = DeploymentBody['resources'][number]

const member = (type: string, logicalId: string, payload: Readonly<Record<string, unknown>>): Resource => ({
  type,
  logicalId,
  member: true,
  payload: { ...payload },
})

/**
 * A project with a resource of each type, those that refer to others before these, in the shape of
 * the command line tool. `address` is that of its page and of its dashboard, which is unique over all accounts.
 */
export function shopProject(address = 'shop'): DeploymentBody {
  return {
    project: { logicalId: 'shop', name: 'Shop', repoUrl: 'https://git.example/shop' },
    sharedFiles: [{ path: 'checks/lib.ts', content: `export const base = 'https://shop.example'` }],
    resources: [
      member('private-location-check-assignment', 'db#office', {
        privateLocationId: { ref: 'office' },
        checkId: { ref: 'db' },
      }),
      member('alert-channel-subscription', 'db#mail', {
        alertChannelId: { ref: 'mail' },
        checkId: { ref: 'db' },
        activated: true,
      }),
      member('alert-channel-subscription', 'group#mail', {
        alertChannelId: { ref: 'mail' },
        groupId: { ref: 'group' },
      }),
      member('status-page', 'page', {
        name: 'Shop',
        url: address,
        cards: [{ name: 'Core', services: [{ ref: 'service' }] }],
      }),
      member('check', 'db', {
        name: 'Database',
        checkType: 'TCP',
        groupId: null,
        locations: ['eu-west-1'],
        request: { hostname: 'db.example', port: 5432 },
        triggerIncident: {
          serviceId: { ref: 'service' },
          severity: 'MAJOR',
          name: 'Down',
          description: '',
          notifySubscribers: false,
        },
      }),
      member('check', 'home', {
        name: 'Home',
        checkType: 'BROWSER',
        groupId: { ref: 'group' },
        script: `import { base } from './lib'`,
        scriptPath: 'checks/home.spec.ts',
        dependencies: [0],
        snapshots: [],
        environmentVariables: [{ key: 'TOKEN', value: 'a-secret-token', secret: true }],
      }),
      member('check-group', 'group', { name: 'Shop', v: 2, locations: [], tags: ['shop'] }),
      member('alert-channel', 'mail', { type: 'EMAIL', config: { address: 'ops@example.com' } }),
      member('private-location', 'office', { name: 'Office', slugName: 'office-1' }),
      member('private-location-group-assignment', 'group#office', {
        privateLocationId: { ref: 'office' },
        groupId: { ref: 'group' },
      }),
      member('maintenance-window', 'window', {
        name: 'Upgrade',
        tags: ['shop'],
        startsAt: '2027-01-01T10:00:00.000Z',
        endsAt: '2027-01-01T12:00:00.000Z',
      }),
      member('dashboard', 'dashboard', { header: 'Shop', tags: ['shop'], customUrl: address }),
      member('status-page-service', 'service', { name: 'Shop' }),
      member('status-page-automation-rule', 'rule', {
        statusPageId: { ref: 'page-3' },
        name: 'Outage',
        firstUpdate: 'We look into it.',
        lastUpdate: 'It is solved.',
        tags: ['shop'],
        components: [{ componentId: { ref: 'orders' }, targetImpact: 'MAJOR_OUTAGE' }],
      }),
      member('status-page-component', 'orders', {
        statusPageId: { ref: 'page-3' },
        parentId: { ref: 'store' },
        type: 'SERVICE',
        name: 'Orders',
        displayOrder: 1,
      }),
      member('status-page-component', 'store', {
        statusPageId: { ref: 'page-3' },
        parentId: null,
        type: 'GROUP',
        name: 'Store',
        displayOrder: 1,
        configuration: { expandedByDefault: true },
      }),
      member('status-page', 'page-3', { version: 3, name: 'Shop', url: `${address}-3` }),
    ],
    repoInfo: { commitId: 'c4e480e2', branchName: 'main' },
  }
}
