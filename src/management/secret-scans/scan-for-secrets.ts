import { channelTypes } from '#contract'
import type { CheckDefinition, EnvironmentVariable, GroupDefinition, SecretFinding } from '#contract'
import type { Caller } from '#kernel'
import { listChannels } from '#storage/alerts'
import { findVariablesOfAccounts, listLinkedChecks, listLinkedGroups, listSnippets } from '#storage/checks'
import type { ChannelDefinition } from '#storage/alerts'
import type { SnippetRow } from '#storage/checks'
import type { Store } from '#storage/database'
import { findReadableSecrets } from './find-readable-secrets.ts'
import type { ScannedEntity } from './find-readable-secrets.ts'

/** Each kind of resource except checks is read at once, up to this many. */
const all = { limit: 100_000, offset: 0 }

/** Checks are numerous: only this many at a time are in memory, and other requests are answered in between. */
const checksAtOnce = 500

/** Searches all definitions of the account for readable values that look like credentials. */
export async function scanForSecrets(store: Store, { accountId }: Caller): Promise<SecretFinding[]> {
  const { db, encryption } = store
  const ofChecks = await scanChecks(store, accountId)
  const groups = await listLinkedGroups(db, encryption, { accountId, names: [], tags: [] }, all)
  const channels = await listChannels(db, encryption, { accountId, ...all })
  const snippets = await listSnippets(db, accountId, all)
  const variables = await findVariablesOfAccounts(db, encryption, [accountId])
  const others = findReadableSecrets([
    ...groups.items.map(({ group }) => groupEntity(group)),
    ...snippets.items.map(snippetEntity),
    ...channels.items.map(channelEntity),
    ...(variables.get(accountId) ?? []).map(variableEntity),
  ])
  return [...ofChecks, ...others]
}

async function scanChecks({ db, encryption }: Store, accountId: string): Promise<SecretFinding[]> {
  const findings: SecretFinding[] = []
  for (let offset = 0; ; offset += checksAtOnce) {
    const { items } = await listLinkedChecks(db, encryption, { accountId }, { limit: checksAtOnce, offset })
    findings.push(...findReadableSecrets(items.map(({ check }) => checkEntity(check))))
    if (items.length < checksAtOnce) return findings
  }
}

const checkEntity = ({ id, name, checkType, settings }: CheckDefinition): ScannedEntity => ({
  entityType: 'CHECK',
  entityId: id,
  entityName: name,
  checkType,
  texts: {
    description: settings.description,
    request: settings.request,
    environmentVariables: settings.environmentVariables,
    localSetupScript: settings.localSetupScript,
    localTearDownScript: settings.localTearDownScript,
    script: settings.script,
  },
})

const groupEntity = ({ id, name, settings }: GroupDefinition): ScannedEntity => ({
  entityType: 'CHECK_GROUP',
  entityId: String(id),
  entityName: name,
  checkType: null,
  texts: {
    apiCheckDefaults: settings.apiCheckDefaults,
    environmentVariables: settings.environmentVariables,
    localSetupScript: settings.localSetupScript,
    localTearDownScript: settings.localTearDownScript,
  },
})

const snippetEntity = ({ id, name, script }: SnippetRow): ScannedEntity => ({
  entityType: 'SNIPPET',
  entityId: String(id),
  entityName: name,
  checkType: null,
  texts: { script },
})

/** Fields a channel type calls secret are masked for readers already. */
function channelEntity({ id, type, config }: ChannelDefinition): ScannedEntity {
  const secrets: readonly string[] = channelTypes[type].secrets
  const readable = Object.entries(config).filter(([name]) => !secrets.includes(name))
  return {
    entityType: 'ALERT_CHANNEL',
    entityId: String(id),
    entityName: typeof config['name'] === 'string' && config['name'] !== '' ? config['name'] : type,
    checkType: null,
    texts: { config: Object.fromEntries(readable) },
  }
}

const variableEntity = (variable: EnvironmentVariable): ScannedEntity => ({
  entityType: 'ENVIRONMENT_VARIABLE',
  entityId: variable.key,
  entityName: variable.key,
  checkType: null,
  texts: { ...variable },
})
