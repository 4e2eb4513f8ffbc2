import { beforeEach, describe, expect, test } from 'vitest'
import type { DeploymentBody, DeploymentResource, DiffEntry, ProjectBindings } from '#contract'
import { minuteMs, randomId } from '#kernel'
import { claimPendingDeployments, runDeployment } from '#deployments'
import { holdDeployment, renewDeployment } from '#storage/projects'
import { deploymentTestTools } from '../../../tests/support/deployment-test-tools.ts'
import { shopProject } from '../../../tests/support/shop-project.ts'
import { useTestSessions } from '../../../tests/support/use-test-sessions.ts'

const { database, service, accountId, send } = useTestSessions()

type Answer = Awaited<ReturnType<typeof send>>

const shop = (): DeploymentBody => shopProject(address)
const tools = () => deploymentTestTools(service())
/** Requests a deployment, and carries it out as a loop does. */
async function deploy(body: DeploymentBody, query = ''): Promise<DeploymentResource> {
  const started = await send('POST', `/v1/projects/deploy?dryRun=false${query}`, body)
  expect(started).toMatchObject({ status: 202, body: { status: 'PENDING', progress: 0 } })
  for (const claimed of await claimPendingDeployments(tools(), 10)) await runDeployment(tools(), claimed)
  const ended = await send('GET', `/v1/projects/${body.project.logicalId}/deployments/${Object(started.body).id}`)
  return Object(ended.body)
}

const actionsOf = (answer: { readonly diff: readonly DiffEntry[] } | null): Record<string, string> =>
  Object.fromEntries(
    (answer?.diff ?? []).map(({ logicalId, action, changed }) => [logicalId, changed ? action : 'same']),
  )
const without = (body: DeploymentBody, ...names: string[]): DeploymentBody => ({
  ...body,
  resources: body.resources.filter(({ logicalId }) => !names.includes(logicalId)),
})
const withPayload = (body: DeploymentBody, name: string, payload: object): DeploymentBody => ({
  ...body,
  resources: body.resources.map((one) =>
    one.logicalId === name ? { ...one, payload: { ...one.payload, ...payload } } : one,
  ),
})
const every = (value: string) => Object.fromEntries(shop().resources.map(({ logicalId }) => [logicalId, value]))

test('a mask in the place of a secret is refused for what is new', async () => {
  const body = withPayload(shop(), 'mail', {
    type: 'SLACK',
    config: { url: 'https://hooks.slack.com/services/*********' },
  })
  const preview = await send('POST', '/v1/projects/deploy?dryRun=true', body)
  expect(preview).toMatchObject({ status: 400, body: { message: expect.stringContaining('config.url must be') } })
})

const destroy = (query = '') => send('DELETE', `/v1/projects/shop?${query}`)
const checkNamed = async (name: string): Promise<Record<string, unknown>> =>
  Object((await send('GET', '/v1/checks?limit=100')).body).find((check: { name: string }) => check.name === name)

/** How many rows there are of what projects own. */
async function counts(): Promise<unknown> {
  const [row] = await database.db().rows(
    `select (select count(*) from checks)::int as checks, (select count(*) from check_groups)::int as groups,
       (select count(*) from alert_channels)::int as channels, (select count(*) from status_pages)::int as pages,
       (select count(*) from dashboards)::int as dashboards, (select count(*) from private_locations)::int as locations,
       (select count(*) from maintenance_windows)::int as windows,
       (select count(*) from status_page_components)::int as components,
       (select count(*) from automation_rules)::int as rules, (select count(*) from project_resources)::int as bound`,
  )
  return row
}

let address = ''
beforeEach(() => {
  address = `shop-${randomId().slice(0, 8)}`
})

describe('a deployment', () => {
  test('creates a resource of every type, in any order of references, and a second one writes nothing', async () => {
    const before = await counts()
    const preview = await send('POST', '/v1/projects/deploy?dryRun=true', shop())
    expect(actionsOf(Object(preview.body))).toEqual(every('CREATE'))
    expect(await counts()).toEqual(before)
    expect(actionsOf((await deploy(shop())).result)).toEqual(every('CREATE'))
    const made = await counts()
    const database_ = await checkNamed('Database')
    expect(database_).toMatchObject({
      privateLocations: ['office-1'],
      updated_at: null,
      project: { logicalId: 'shop' },
    })
    expect(actionsOf((await deploy(shop())).result)).toEqual(every('same'))
    expect(await counts()).toEqual(made)
    expect(await checkNamed('Database')).toEqual(database_)
    expect(actionsOf(Object((await destroy()).body))).toEqual(every('DELETE'))
    expect(await counts()).toEqual(before)
  })

  test('resets what code does not say, leaves what it cannot say, and deletes what it lacks', async () => {
    await deploy(withPayload(shop(), 'db', { tags: ['a'], muted: true, description: 'Of the shop' }))
    const { id, groupOrder } = await checkNamed('Database')
    await send('PUT', `/v1/checks/tcp/${String(id)}`, { shouldFail: true, intent: { goal: 'Stay up' } })
    const { result } = await deploy(without(shop(), 'window'))
    expect(actionsOf(result)).toEqual({ ...every('same'), db: 'UPDATE', window: 'DELETE' })
    expect(await checkNamed('Database')).toMatchObject({
      id,
      groupOrder,
      tags: [],
      muted: false,
      description: null,
      shouldFail: false,
      intent: { goal: 'Stay up' },
      privateLocations: ['office-1'],
    })
  })

  test('lets go of what the code lacks when it is preserved', async () => {
    await deploy(shop())
    const { result } = await deploy(without(shop(), 'db', 'db#mail', 'db#office'), '&preserveResources=true')
    expect(actionsOf(result)).toMatchObject({ db: 'DETACHED', home: 'same' })
    expect(await checkNamed('Database')).toMatchObject({ projectBindings: { owner: null, references: [] } })
    expect(actionsOf(Object((await destroy('preserveResources=true')).body))).toMatchObject({ home: 'DETACHED' })
    expect(await checkNamed('Home')).toMatchObject({ projectBindings: { owner: null } })
    expect(await destroy()).toMatchObject({ status: 200, body: { project: null, diff: [] } })
  })

  test('runs checks that are new or changed at once, or with scheduleOnDeploy=false at their next slot', async () => {
    const due = async () => {
      const now = new Date(service().clock.now())
      const rows = await database.db().rows<{ name: string }>(
        `select name from schedule_times times join checks on checks.id = times.check_id
         where checks.account_id = $1 and times.next_run_at <= $2 order by name`,
        [accountId(), now],
      )
      return rows.map(({ name }) => name)
    }
    await deploy(shop(), '&scheduleOnDeploy=false')
    expect(await due()).toEqual([])
    await deploy(shop())
    expect(await due()).toEqual([])
    await deploy(withPayload(shop(), 'db', { tags: ['a'] }), '&scheduleOnDeploy=false')
    expect(await due()).toEqual([])
    await deploy(withPayload(shop(), 'db', { tags: ['b'] }))
    expect(await due()).toEqual(['Database'])
    await destroy()
    await deploy(shop())
    expect(await due()).toEqual(['Database', 'Home'])
  })

  test('takes the base URL of a group without its scheme', async () => {
    const { result } = await deploy(withPayload(shop(), 'group', { apiCheckDefaults: { url: 'shop.example/api' } }))
    expect(actionsOf(result)).toMatchObject({ group: 'CREATE' })
  })

  test('cannot be undone while a group contains a check made by hand: the answer names the group and the way out', async () => {
    const { result } = await deploy(shop())
    const groupId = result?.diff.find(({ logicalId }) => logicalId === 'group')?.physicalId
    const request = { hostname: 'shop.example', port: 443 }
    const made = await send('POST', '/v1/checks/tcp', { name: 'By hand', locations: ['eu-west-1'], request, groupId })
    const refused = await destroy()
    expect(refused).toMatchObject({
      status: 400,
      body: { attributes: { reason: 'CHECK_GROUP_IN_USE', logicalId: 'group' } },
    })
    expect(Object(refused.body).message).toContain('Move or delete them first')
    expect(await checkNamed('Database')).toBeDefined()
    await send('PUT', `/v1/checks/tcp/${String(Object(made.body).id)}`, { groupId: null })
    expect(await destroy()).toMatchObject({ status: 200 })
    expect(await checkNamed('By hand')).toMatchObject({ groupId: null })
  })

  test('takes over what was made by hand and matches, of every type, and leaves the rest', async () => {
    await deploy(shop())
    await destroy('preserveResources=true')
    await send('POST', '/v1/checks/url', { name: 'Other', request: { url: 'https://a.example', method: 'GET' } })
    const before = await counts()
    const preview = await send('POST', '/v1/projects/deploy?dryRun=true&adoptResources=true', shop())
    expect(actionsOf(Object(preview.body))).toEqual(every('UPDATE'))
    const { result } = await deploy(shop(), '&adoptResources=true')
    expect(actionsOf(result)).toEqual(every('UPDATE'))
    expect(result?.diff.filter(({ adopted }) => adopted !== true)).toEqual([])
    expect(await counts()).toEqual({ ...Object(before), bound: Object(before).bound + shop().resources.length })
    expect(actionsOf((await deploy(shop(), '&adoptResources=true')).result)).toEqual(every('same'))
    expect(await checkNamed('Other')).toMatchObject({ projectBindings: { owner: null } })
  })

  test('takes over nothing where it is not clear what, or another project owns it', async () => {
    const url = { name: 'Search', request: { url: 'https://a.example', method: 'GET' } }
    const [first] = [await send('POST', '/v1/checks/url', url), await send('POST', '/v1/checks/url', url)]
    const search = (logicalId: string) => ({
      logicalId,
      type: 'check',
      member: true,
      payload: { ...url, checkType: 'URL', locations: ['eu-west-1'] },
    })
    const adopt = async (project: string, ...names: string[]) => {
      const body = { project: { logicalId: project, name: project }, resources: names.map(search) }
      const answer = await send('POST', '/v1/projects/deploy?dryRun=true&adoptResources=true', body)
      return answer.status === 200 ? actionsOf(Object(answer.body)) : Object(answer.body).message
    }
    expect(await adopt('one', 'a')).toContain('check "a": It cannot be taken over: 2 resources match')
    await send('DELETE', `/v1/checks/${Object(first.body).id}`)
    expect(await adopt('one', 'a')).toEqual({ a: 'UPDATE' })
    expect(await adopt('one', 'a', 'b')).toContain('check "b": It cannot be taken over: another resource of the code')
    await deploy({ project: { logicalId: 'one', name: 'One' }, resources: [search('a')] }, '&adoptResources=true')
    expect(await adopt('two', 'a')).toContain('belongs to the project one.')
    expect(await adopt('one', 'a', 'b')).toEqual({ a: 'same', b: 'CREATE' })
    const plain = { project: { logicalId: 'two', name: 'Two' }, resources: [search('a')] }
    expect(actionsOf((await deploy(plain)).result)).toEqual({ a: 'CREATE' })
  })

  test('that fails for one resource leaves everything as it was, and names the resource', async () => {
    await deploy(shop())
    const before = await counts()
    const group = withPayload(shop(), 'group', { name: 'Other' })
    const ended = await deploy(withPayload(group, 'db', { frequency: 0, frequencyOffset: 7 }))
    expect(ended).toMatchObject({ status: 'FAILED', result: null, error: { code: 'DEPLOYMENT_REJECTED' } })
    expect(ended.error?.message).toContain('check "db": ')
    expect(await counts()).toEqual(before)
    expect(actionsOf((await deploy(shop())).result)).toEqual(every('same'))
  })

  test('makes again what somebody deleted, and makes what somebody changed what the code says', async () => {
    await deploy(shop())
    const { id } = await checkNamed('Database')
    await send('DELETE', `/v1/checks/${String(id)}`)
    const { id: homeId } = await checkNamed('Home')
    await send('PUT', `/v1/checks/browser/${String(homeId)}`, { name: 'By hand' })
    expect(actionsOf((await deploy(shop())).result)).toMatchObject({
      db: 'CREATE',
      'db#mail': 'CREATE',
      'db#office': 'CREATE',
      home: 'UPDATE',
      group: 'same',
    })
    expect(await checkNamed('Home')).toMatchObject({ id: homeId })
  })

  test('is the owner of pages of the third version, their components and rules, as their answers say', async () => {
    await deploy(shop())
    const pages = Object((await send('GET', '/v3/status-pages')).body).entries
    expect(pages).toMatchObject([{ projectBindings: { owner: { binding: { logicalId: 'page-3' } } } }])
    const ownersOf = async (part: string) =>
      Object((await send('GET', `/v3/status-pages/${pages[0].id}/${part}`)).body).entries.map(
        ({ projectBindings }: { projectBindings: ProjectBindings }) => projectBindings.owner?.binding.logicalId,
      )
    expect(await ownersOf('components')).toEqual(['store', 'orders'])
    expect(await ownersOf('automation-rules')).toEqual(['rule'])
  })

  test('moves components and rules to the page of the third version that replaces another', async () => {
    await deploy(shop())
    const moved = JSON.parse(JSON.stringify(shop()).replaceAll('"page-3"', '"page-4"'))
    const changes = { 'page-3': 'DELETE', 'page-4': 'CREATE', orders: 'UPDATE', store: 'UPDATE', rule: 'UPDATE' }
    expect(actionsOf((await deploy(moved)).result)).toEqual({ ...every('same'), ...changes })
    expect(actionsOf((await deploy(moved)).result)).toMatchObject({ orders: 'same', store: 'same', rule: 'same' })
    expect(actionsOf((await deploy(without(moved, 'store', 'orders', 'rule'))).result)).toMatchObject({
      'page-4': 'same',
      store: 'DELETE',
      orders: 'DELETE',
      rule: 'DELETE',
    })
  })

  test('never makes a status page one of another version', async () => {
    await deploy(shop())
    const answer = await send(
      'POST',
      '/v1/projects/deploy?dryRun=true',
      withPayload(shop(), 'page', { version: 3, cards: undefined }),
    )
    expect(answer).toMatchObject({ status: 400, body: { attributes: { reason: 'STATUS_PAGE_VERSION_FIXED' } } })
  })

  test('is answered to older versions of the tool without the types that they do not know', async () => {
    const { key } = await service().account()
    const namesFor = async (version: string) => {
      const ofTool = service().as(key, { 'x-checkly-cli-version': version })
      return Object.keys(actionsOf(Object((await ofTool('POST', '/v1/projects/deploy?dryRun=true', shop())).body)))
    }
    const all = Object.keys(every('CREATE'))
    expect((await namesFor('9.5.0')).toSorted()).toEqual(all.toSorted())
    expect(await namesFor('8.23.2')).toEqual(expect.not.arrayContaining(['orders']))
    expect(await namesFor('8.23.2')).toHaveLength(all.length - 3)
  })

  test('refers to what exists already without owning it', async () => {
    const made = await send('POST', '/v1/alert-channels', { type: 'EMAIL', config: { address: 'team@example.com' } })
    const { id } = Object(made.body)
    const reference = { logicalId: `alert-channel-${id}`, type: 'alert-channel', member: false, payload: null }
    const subscription = { alertChannelId: { ref: reference.logicalId }, checkId: { ref: 'db' } }
    const project = withPayload(shop(), 'db#mail', subscription)
    const referring = (physicalId: number) => ({
      ...project,
      resources: [...project.resources, { ...reference, physicalId }],
    })
    await deploy(referring(id))
    const channel = async () => Object((await send('GET', `/v1/alert-channels/${id}`)).body)
    expect(await channel()).toMatchObject({
      subscriptions: [{ activated: true }],
      projectBindings: { owner: null, references: [{ project: { logicalId: 'shop' } }] },
    })
    expect(await deploy(referring(id + 1000))).toMatchObject({ status: 'FAILED' })
    await destroy()
    expect(await channel()).toMatchObject({ subscriptions: [] })
  })

  test('waits for no other of its project: the second is refused with the id of the first', async () => {
    const first = await send('POST', '/v1/projects/deploy?dryRun=false', shop())
    const { id } = Object(first.body)
    const refused = { status: 409, body: { statusCode: 409, error: 'Conflict', deploymentId: id } }
    expect(await send('POST', '/v1/projects/deploy?dryRun=false', shop())).toMatchObject(refused)
    expect(await destroy()).toMatchObject(refused)
    const cancel = () => send('POST', `/v1/projects/shop/deployments/${id}/cancel`)
    expect(await cancel()).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    expect(await cancel()).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    expect(await deploy(shop())).toMatchObject({ status: 'SUCCEEDED' })
  })

  test('is done again when the process that took it died, and not when it was cancelled meanwhile', async () => {
    const started = await send('POST', '/v1/projects/deploy?dryRun=false', shop())
    const { id } = Object(started.body)
    const [lost] = await claimPendingDeployments(tools(), 1)
    expect(await claimPendingDeployments(tools(), 1)).toEqual([])
    service().clock.advance(2 * minuteMs)
    const [again] = await claimPendingDeployments(tools(), 1)
    expect(again).toMatchObject({ id, tries: 2 })
    const before = await counts()
    if (lost) await runDeployment(tools(), lost)
    expect(await counts()).toEqual(before)
    await send('POST', `/v1/projects/shop/deployments/${id}/cancel`)
    if (again) await runDeployment(tools(), again)
    expect(await send('GET', `/v1/projects/shop/deployments/${id}`)).toMatchObject({ body: { status: 'CANCELLED' } })
    expect(await counts()).toEqual(before)
  })

  test('is done again as soon as no transaction holds it any more, before its lease ends', async () => {
    const started = await send('POST', '/v1/projects/deploy?dryRun=false', shop())
    const [held] = await claimPendingDeployments(tools(), 1)
    const { db } = service().store
    await db.transaction(async (tx) => {
      if (held === undefined) throw new Error('There is no deployment.')
      await holdDeployment(tx, held)
      const now = service().clock.now()
      await renewDeployment(db, held, { progress: 5, now: new Date(now), leaseUntil: new Date(now + minuteMs) })
      expect(await claimPendingDeployments(tools(), 1)).toEqual([])
    })
    const [again] = await claimPendingDeployments(tools(), 1)
    expect(again).toMatchObject({ id: Object(started.body).id, tries: 2 })
    if (again) await runDeployment(tools(), again)
    expect(await send('GET', `/v1/projects/shop/deployments/${again?.id}`)).toMatchObject({
      body: { status: 'SUCCEEDED' },
    })
  })

  test('keeps secrets out of answers and out of clear text', async () => {
    await deploy(shop())
    const answers: Answer[] = [
      await send('GET', '/v1/projects'),
      await send('POST', '/v1/projects/deploy?dryRun=true', shop()),
      await send('GET', '/v1/audit-log'),
    ]
    expect(JSON.stringify(answers)).not.toContain('a-secret-token')
    for (const table of ['project_resources', 'deployments', 'projects'])
      expect(JSON.stringify(await database.db().rows(`select * from ${table}`))).not.toContain('a-secret-token')
    expect(JSON.stringify(answers[2])).toContain('project shop, commit c4e480e2')
  })
})

test.each([
  [
    'the same resource twice',
    (body: DeploymentBody) => ({ ...body, resources: [...body.resources, ...body.resources.slice(4, 5)] }),
    'check "db" is there twice',
  ],
  [
    'an unknown type',
    (body: DeploymentBody) => ({ ...body, resources: [{ type: 'robot', logicalId: 'r', member: true, payload: {} }] }),
    'robot "r" has an unknown type',
  ],
  [
    'a reference to nothing',
    (body: DeploymentBody) => without(body, 'group'),
    'refers to the check-group "group", which is not in the project',
  ],
  [
    'an unknown field',
    (body: DeploymentBody) => withPayload(body, 'db', { frequencie: 5 }),
    'check "db": frequencie is unknown',
  ],
  [
    'an id in place of a reference',
    (body: DeploymentBody) => withPayload(body, 'home', { groupId: 7 }),
    'check "home": groupId must refer to',
  ],
  [
    'a file that there is not',
    (body: DeploymentBody) => withPayload(body, 'home', { dependencies: [3] }),
    'check "home": dependencies[0] must be the place of a file',
  ],
  [
    'cards on a status page of the third version',
    (body: DeploymentBody) => withPayload(body, 'page', { version: 3 }),
    'status-page "page": cards is unknown',
  ],
  [
    'groups of components in a circle',
    (body: DeploymentBody) => withPayload(body, 'store', { parentId: { ref: 'orders' } }),
    'status-page-component "orders" refers to itself',
  ],
])('a project with %s is refused before anything is done', async (_name, change, message) => {
  const answer = await send('POST', '/v1/projects/deploy?dryRun=false', change(shop()))
  expect(answer).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request' } })
  expect(Object(answer.body).message).toContain(message)
})
