import { beforeEach, describe, expect, test } from 'vitest'
import type { DeploymentBody, DeploymentPlan, DeploymentResource, DriftEntry, PlanEntry } from '#contract'
import { randomId } from '#kernel'
import { claimPendingDeployments, runDeployment } from '#deployments'
import { deploymentTestTools } from '../../../tests/support/deployment-test-tools.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { shopProject } from '../../../tests/support/shop-project.ts'
import { useTestSessions } from '../../../tests/support/use-test-sessions.ts'

const { database, service, send } = useTestSessions()

let address = ''
beforeEach(() => {
  address = `shop-${randomId().slice(0, 8)}`
})
const shop = (): DeploymentBody => shopProject(address)

const withPayload = (body: DeploymentBody, name: string, payload: object): DeploymentBody => ({
  ...body,
  resources: body.resources.map((one) =>
    one.logicalId === name ? { ...one, payload: { ...one.payload, ...payload } } : one,
  ),
})
const without = (body: DeploymentBody, ...names: string[]): DeploymentBody => ({
  ...body,
  resources: body.resources.filter(({ logicalId }) => !names.includes(logicalId)),
})

/** Returns how many it ran. */
async function runDeployments(): Promise<number> {
  const tools = deploymentTestTools(service())
  const pending = await claimPendingDeployments(tools, 10)
  for (const claimed of pending) await runDeployment(tools, claimed)
  return pending.length
}

async function deploy(body: DeploymentBody, query = ''): Promise<DeploymentResource> {
  const started = await send('POST', `/v1/projects/deploy?dryRun=false${query}`, body)
  await runDeployments()
  return Object((await send('GET', `/v1/projects/shop/deployments/${Object(started.body).id}`)).body)
}

async function plan(body: DeploymentBody, query = ''): Promise<DeploymentPlan> {
  const answer = await send('POST', `/v1/projects/preview?${query}`, body)
  expect(answer).toMatchObject({ status: 200 })
  return Object(answer.body)
}
const entryOf = ({ diff }: { readonly diff: readonly PlanEntry[] }, name: string): PlanEntry | undefined =>
  diff.find(({ logicalId }) => logicalId === name)
const actionsOf = ({ diff }: DeploymentPlan): Record<string, string> =>
  Object.fromEntries(diff.map(({ logicalId, action }) => [logicalId, action]))
const every = (value: string) => Object.fromEntries(shop().resources.map(({ logicalId }) => [logicalId, value]))

const idOf = async (name: string): Promise<string> =>
  Object((await send('GET', '/v1/checks?limit=100')).body).find((check: { name: string }) => check.name === name).id
/** Both are set to what they are not. */
const changeByHand = async (): Promise<void> => {
  await send('PUT', `/v1/checks/browser/${await idOf('Home')}`, {
    tags: ['by-hand'],
    environmentVariables: [{ key: 'TOKEN', value: 'another-secret-token', secret: true }],
  })
}

describe('a plan', () => {
  test('creates everything at first, and has no property of an unchanged project', async () => {
    const first = await plan(shop())
    expect(actionsOf(first)).toEqual(every('CREATE'))
    expect(entryOf(first, 'db#office')?.foldedInto).toEqual({ type: 'check', logicalId: 'db' })
    expect(await send('GET', '/v1/projects')).toMatchObject({ body: [] })
    await deploy(shop())
    const second = await plan(shop())
    expect(actionsOf(second)).toEqual(every('UNCHANGED'))
    expect(second.diff.flatMap(({ changes = [] }) => changes)).toEqual([])
    expect(second.planToken).toMatch(/^v1\.[\w-]{22}$/)
  })

  test('says for each property which side moved, and shows no secret', async () => {
    await deploy(shop())
    await changeByHand()
    const moved = withPayload(withPayload(shop(), 'home', { name: 'Start', tags: ['code'] }), 'db', { frequency: 30 })
    const changed = await plan(without(moved, 'window'))
    expect(actionsOf(changed)).toEqual({ ...every('UNCHANGED'), home: 'UPDATE', db: 'UPDATE', window: 'DELETE' })
    const masked = { $masked: 'changed' }
    expect(entryOf(changed, 'home')).toMatchObject({ origin: 'code' })
    expect(entryOf(changed, 'home')?.changes).toEqual([
      { path: '/name', origin: 'code', before: 'Home', after: 'Start' },
      {
        path: '/tags',
        origin: 'both',
        before: ['by-hand'],
        after: ['code'],
        remote: { before: [], after: ['by-hand'] },
      },
      {
        path: '/environmentVariables/0/value',
        origin: 'remote',
        before: masked,
        after: masked,
        remote: { before: masked, after: masked },
        secret: true,
      },
    ])
    expect(entryOf(changed, 'db')?.changes).toEqual([{ path: '/frequency', origin: 'code', before: 10, after: 30 }])
    expect(JSON.stringify(changed)).not.toMatch(/secret-token/)
    const stored = await database.db().rows('select * from project_resources')
    expect(JSON.stringify(stored)).not.toMatch(/secret-token/)
    expect(entryOf(await plan(shop()), 'home')).toMatchObject({ origin: 'remote' })
  })

  test('names what is new as the code does, and what was deleted by hand as new', async () => {
    await deploy(shop())
    await send('DELETE', `/v1/checks/${await idOf('Database')}`)
    const group = shop().resources.find(({ logicalId }) => logicalId === 'group')
    const other = { ...shop(), resources: [...shop().resources, ...(group ? [{ ...group, logicalId: 'other' }] : [])] }
    const changed = await plan(withPayload(other, 'home', { groupId: { ref: 'other' } }))
    expect(entryOf(changed, 'db')).toMatchObject({ action: 'CREATE', origin: 'remote' })
    expect(entryOf(changed, 'other')).toMatchObject({ action: 'CREATE', origin: 'code' })
    expect(entryOf(changed, 'home')?.changes).toMatchObject([{ path: '/groupId', after: { ref: 'other' } }])
  })

  test('has as many details as are asked for', async () => {
    await deploy(shop())
    const renamed = withPayload(shop(), 'home', { name: 'Start' })
    const [summary, full] = [await plan(renamed, 'detail=summary'), await plan(renamed, 'detail=full')]
    expect(entryOf(summary, 'home')).toMatchObject({ action: 'UPDATE' })
    expect(entryOf(summary, 'home')).not.toHaveProperty('changes')
    expect(entryOf(full, 'home')?.before).toMatchObject({
      name: 'Home',
      environmentVariables: [{ key: 'TOKEN', value: '*********' }],
    })
    expect(entryOf(full, 'db')).not.toHaveProperty('before')
    const written = await plan(withPayload(shop(), 'home', { muted: false }))
    expect(entryOf(written, 'home')?.changes).toEqual([{ path: '', origin: 'code', cause: 'CODE_WITHOUT_EFFECT' }])
    const files = { sharedFiles: [{ path: 'checks/lib.ts', content: `export const base = 'https://new.example'` }] }
    expect(entryOf(await plan({ ...shop(), ...files }), 'home')?.changes).toMatchObject([
      { path: '/dependencies/0/content', origin: 'code' },
    ])
    const kept = await plan(without(shop(), 'window'), 'preserveResources=true')
    expect(entryOf(kept, 'window')).toMatchObject({ action: 'DETACH' })
  })
})

const driftOf = async (query = ''): Promise<readonly DriftEntry[]> => {
  const answer = await send('GET', `/v1/projects/shop/drift?${query}`)
  expect(answer).toMatchObject({ status: 200, body: { project: { logicalId: 'shop' } } })
  return Object(answer.body).drift
}

describe('drift', () => {
  test('is what was changed or deleted by hand since the last deployment, by property', async () => {
    await deploy(shop())
    expect(await driftOf()).toEqual([])
    await changeByHand()
    const databaseId = await idOf('Database')
    const channels = await send('GET', '/v1/alert-channels')
    const mail = { type: 'EMAIL', config: { address: 'ops@example.com' }, sendDegraded: true }
    await send('PUT', `/v1/alert-channels/${Object(channels.body)[0].id}`, mail)
    await send('DELETE', `/v1/checks/${databaseId}`)
    const masked = { $masked: 'changed' }
    const home = {
      type: 'check',
      logicalId: 'home',
      action: 'UPDATE',
      changes: [
        { path: '/tags', before: [], after: ['by-hand'] },
        { path: '/environmentVariables/0/value', before: masked, after: masked, secret: true },
      ],
    }
    const ofDatabase = { action: 'DELETE', foldedInto: { type: 'check', logicalId: 'db' } }
    expect(await driftOf()).toMatchObject([
      { logicalId: 'mail', changes: [{ path: '/sendDegraded', before: false, after: true }] },
      { logicalId: 'db#mail', ...ofDatabase },
      { logicalId: 'db', physicalId: databaseId, action: 'DELETE' },
      home,
      { logicalId: 'db#office', ...ofDatabase },
    ])
    expect(await driftOf(`type=check&physicalId=${await idOf('Home')}`)).toMatchObject([home])
    await deploy(shop())
    expect(await driftOf()).toEqual([])
  })

  test('is not what was changed and changed back, and a secret counts although code has its mask', async () => {
    await deploy(shop())
    const homeId = await idOf('Home')
    await send('PUT', `/v1/checks/browser/${homeId}`, { name: 'By hand', tags: ['x'] })
    await send('PUT', `/v1/checks/browser/${homeId}`, { name: 'Home', tags: [] })
    expect(await driftOf()).toEqual([])
    expect(actionsOf(await plan(shop()))).toEqual(every('UNCHANGED'))
    const masked = withPayload(shop(), 'home', {
      environmentVariables: [{ key: 'TOKEN', value: '*********', secret: true }],
    })
    await deploy(masked)
    await changeByHand()
    expect(await driftOf('type=check')).toMatchObject([{ changes: [{ path: '/tags' }, { secret: true }] }])
  })

  test('is only of projects that there are', async () => {
    expect(await send('GET', '/v1/projects/nothing/drift')).toMatchObject({
      status: 404,
      body: { attributes: { code: 'PROJECT_NOT_FOUND' } },
    })
  })
})

describe('a deployment of a plan', () => {
  test('is made as long as the account is as it was, whatever the code is', async () => {
    const { planToken } = await plan(shop())
    expect(await deploy(withPayload(shop(), 'home', { name: 'Start' }), `&planToken=${planToken}`)).toMatchObject({
      status: 'SUCCEEDED',
    })
  })

  test('changes nothing once the plan is stale, and has the plan of now as its result', async () => {
    await deploy(shop())
    const renamed = withPayload(shop(), 'db', { name: 'Renamed' })
    const { planToken } = await plan(renamed)
    await changeByHand()
    const ended = await deploy(renamed, `&planToken=${planToken}`)
    expect(ended).toMatchObject({ status: 'FAILED', error: { code: 'PLAN_STALE' }, result: { project: null } })
    expect(ended.result?.diff.filter(({ changed }) => changed)).toMatchObject([
      { logicalId: 'db', action: 'UPDATE', origin: 'code' },
      { logicalId: 'home', action: 'UPDATE', origin: 'remote' },
    ])
    expect(JSON.stringify(ended)).not.toContain('by-hand')
    expect(await idOf('Database')).toBeDefined()
    const stale = { status: 409, body: { attributes: { code: 'PLAN_STALE' } } }
    expect(await send('POST', `/v1/projects/deploy?dryRun=true&planToken=${planToken}`, renamed)).toMatchObject(stale)
    const older = send('POST', `/next-v2/projects/deploy?planToken=${planToken}`, renamed)
    await eventually('the deployment is made', async () => (await runDeployments()) > 0)
    expect(await older).toMatchObject(stale)
  })

  test('is refused to be planned while another one is in progress', async () => {
    await send('POST', '/v1/projects/deploy?dryRun=false', shop())
    const answer = await send('POST', '/v1/projects/preview', shop())
    expect(answer).toMatchObject({ status: 409, body: { attributes: { code: 'DEPLOYMENT_IN_PROGRESS' } } })
    expect(answer.headers).toMatchObject({ 'retry-after': '2' })
  })

  test('cannot prune relations, whose meaning is not known', async () => {
    const answer = await send('POST', '/v1/projects/preview?pruneRelations=true', shop())
    expect(answer).toMatchObject({ status: 400, body: { attributes: { code: 'DEPLOYMENT_OPTION_UNSUPPORTED' } } })
  })
})
