import { randomId } from '#kernel'
import { certificates } from '../support/certificates/read-certificates.ts'
import { channelRows } from './channel-rows.ts'
import { checkRows } from './check-rows.ts'
import { groupRows } from './group-rows.ts'
import { pageRows } from './page-rows.ts'
import type { ResourceRow } from './resource-row.ts'

/** A row for each resource, and for each kind of a resource whose fields differ. */
export const resourceRows: Readonly<Record<string, ResourceRow>> = {
  ...checkRows,
  ...groupRows,
  ...channelRows,
  ...pageRows,
  'a variable': {
    create: 'createVariable',
    read: 'getVariable',
    update: 'updateVariable',
    list: 'listVariables',
    remove: 'deleteVariable',
    id: 'key',
    full: () => ({ key: `KEY_${randomId().slice(0, 8)}`, value: 'value', locked: true }),
    always: () => ({ value: 'value' }),
    changes: () => [{ value: 'other' }, { value: 'other', locked: false }],
    ignored: ['key', 'secret'],
  },
  'a secret variable': {
    hides: true,
    create: 'createVariable',
    read: 'getVariable',
    update: 'updateVariable',
    list: 'listVariables',
    remove: 'deleteVariable',
    id: 'key',
    full: () => ({ key: `KEY_${randomId().slice(0, 8)}`, value: 'value', locked: true, secret: true }),
    always: () => ({ value: 'value' }),
    changes: () => [{ value: 'other' }, { locked: false }, { secret: true }],
    ignored: ['key'],
    notReadBack: ['value'],
  },
  'a snippet': {
    create: 'createSnippet',
    read: 'getSnippet',
    update: 'updateSnippet',
    list: 'listSnippets',
    remove: 'deleteSnippet',
    full: () => ({ name: 'one', script: 'first()' }),
    always: () => ({ name: 'one', script: 'first()' }),
    changes: () => [{ name: 'two' }, { script: 'second()', name: 'two' }],
  },
  'a private location': {
    hides: true,
    create: 'createPrivateLocation',
    read: 'getPrivateLocation',
    update: 'updatePrivateLocation',
    list: 'listPrivateLocations',
    remove: 'deletePrivateLocation',
    full: () => ({
      name: 'Cellar',
      slugName: `cellar-${randomId().slice(0, 8)}`,
      icon: 'home',
      proxyUrl: 'http://p:1',
    }),
    always: () => ({ name: 'Cellar' }),
    changes: () => [{ icon: 'plane' }, { proxyUrl: null }, { name: 'Attic' }],
  },
  'a deployment trigger': {
    create: 'createDeploymentTrigger',
    read: { operation: 'listDeploymentTriggers' },
    list: 'listDeploymentTriggers',
    full: ({ checkIds }) => ({
      checkId: checkIds.api,
      repoId: randomId(),
      repoName: 'octocat/hello-world',
      repoLink: 'https://github.com/octocat/hello-world',
      useEnvironmentUrl: false,
      includeScreenshots: true,
      runLocation: 'eu-west-1',
      environmentRegexFilter: '^Preview',
      environmentUrlRegexFilter: 'shop',
    }),
    // There is one provider, and a trigger is of a check or of a group.
    ignored: ['provider', 'groupId'],
  },
  'a client certificate': {
    create: 'createClientCertificate',
    read: 'getClientCertificate',
    list: 'listClientCertificates',
    remove: 'deleteClientCertificate',
    full: () => ({
      host: `*.${randomId().slice(0, 8)}.example`,
      path: '/partner',
      ...certificates.client,
      ca: certificates.authority,
      passphrase: '',
    }),
    notReadBack: ['key', 'passphrase'],
  },
}
