import { expect, it } from 'vitest'
import { loadResources } from './load-resources.ts'
import { mistakeText } from './mistake.ts'
import { parseYaml } from './parse-yaml.ts'
import { toDeployment } from './to-deployment.ts'

const script = {
  path: 'tests/home.spec.ts',
  content: "import './lib'",
  dependencies: [{ path: 'tests/lib.ts', content: 'export {}' }],
}
const tools = {
  isComplete: true,
  environment: { TOKEN: 'secret', HOST: 'shop.example' },
  readScript: async (_from: string, path: string) =>
    path.endsWith('home.spec.ts') ? script : { problem: `names ${path}, which does not exist.` },
}

/** The deployment of files, or the texts of their mistakes. */
async function load(files: Readonly<Record<string, string>>) {
  const parsed = Object.entries(files).map(([path, text]) => parseYaml({ path, text }))
  const broken = parsed.flatMap((file) => ('mistakes' in file ? file.mistakes : []))
  if (broken.length > 0) return broken.map(mistakeText)
  const loaded = await loadResources(
    parsed.flatMap((one) => ('file' in one ? [one.file] : [])),
    tools,
  )
  return 'mistakes' in loaded ? loaded.mistakes.map(mistakeText) : toDeployment(loaded.loaded)
}

const shop = `project: { logicalId: shop, name: Shop }
groups:
  shop:
    name: Shop
    tags: [shop]
    alertChannels: [ops-mail, { id: 4 }]
    privateLocations: [office]
checks:
  health:
    checkType: API
    name: Health
    group: shop
    frequency: 5
    request:
      method: GET
      url: https://\${env:HOST}/health
      headers: [{ key: Authorization, value: "Bearer \${env:TOKEN}", locked: true }]
    triggerIncident: { service: site, severity: MAJOR, name: Down }
    intent: { goal: Shoppers pay, mustPreserve: [The price is right] }
  home:
    checkType: BROWSER
    name: Home
    script: { file: tests/home.spec.ts }
    alertChannels: [ops-mail]
`
const others = `{
\t"$schema": "http://localhost:3000/schemas/resources.json",
\t"alertChannels": { "ops-mail": { "type": "EMAIL", "config": { "address": "ops@shop.example" } } },
\t"privateLocations": { "office": { "name": "Office", "slugName": "office" } },
\t"statusPageServices": { "site": { "name": "Site" } },
\t"statusPages": { "status": { "name": "Status", "url": "shop", "cards": [{ "name": "All", "services": ["site", { "id": "x" }] }] } },
\t"maintenanceWindows": { "night": { "name": "Night", "startsAt": "2027-01-01", "endsAt": "2027-01-02", "statusPageVisibility": { "enabled": true, "statusPages": ["status"] } } }
}`

it('maps files to a deployment, with references by name, scripts and variables of the environment', async () => {
  const deployment = await load({ 'shop.yaml': shop, 'others.json': others })
  expect(deployment).toEqual({
    project: { logicalId: 'shop', name: 'Shop' },
    sharedFiles: [{ path: 'tests/lib.ts', content: 'export {}' }],
    resources: [
      { logicalId: 'alert-channel-4', type: 'alert-channel', member: false, payload: null, physicalId: 4 },
      {
        logicalId: 'status-page-service-x',
        type: 'status-page-service',
        member: false,
        payload: null,
        physicalId: 'x',
      },
      member('status-page-service', 'site', { name: 'Site' }),
      member('status-page', 'status', {
        name: 'Status',
        url: 'shop',
        cards: [{ name: 'All', services: [{ ref: 'site' }, { ref: 'status-page-service-x' }] }],
      }),
      member('check-group', 'shop', { name: 'Shop', tags: ['shop'], v: 2 }),
      subscription('check-group', { groupId: 'shop' }, 'ops-mail'),
      subscription('check-group', { groupId: 'shop' }, 'alert-channel-4'),
      member('private-location-group-assignment', 'private-location-group-assignment#shop#office', {
        privateLocationId: { ref: 'office' },
        groupId: { ref: 'shop' },
      }),
      member('check', 'health', {
        checkType: 'API',
        name: 'Health',
        groupId: { ref: 'shop' },
        frequency: 5,
        request: {
          method: 'GET',
          url: 'https://shop.example/health',
          headers: [{ key: 'Authorization', value: 'Bearer secret', locked: true }],
        },
        triggerIncident: { serviceId: { ref: 'site' }, severity: 'MAJOR', name: 'Down' },
        intent: {
          goal: 'Shoppers pay',
          constraints: [{ type: 'MUST_PRESERVE', statement: 'The price is right' }],
        },
      }),
      member('check', 'home', {
        checkType: 'BROWSER',
        name: 'Home',
        groupId: null,
        script: script.content,
        scriptPath: script.path,
        dependencies: [0],
      }),
      subscription('check', { checkId: 'home' }, 'ops-mail'),
      member('alert-channel', 'ops-mail', { type: 'EMAIL', config: { address: 'ops@shop.example' } }),
      member('maintenance-window', 'night', {
        name: 'Night',
        startsAt: '2027-01-01',
        endsAt: '2027-01-02',
        statusPageVisibility: { enabled: true, statusPageIds: [{ ref: 'status' }] },
      }),
      member('private-location', 'office', { name: 'Office', slugName: 'office' }),
    ],
  })
})

const member = (type: string, logicalId: string, payload: object) => ({
  logicalId,
  type,
  member: true,
  payload,
  sourceFile: expect.stringMatching(/^(shop\.yaml|others\.json)$/),
})

function subscription(of: string, owner: Readonly<Record<string, string>>, channel: string) {
  const [[field, name] = ['', '']] = Object.entries(owner)
  return member('alert-channel-subscription', `${of}-alert-channel-subscription#${name}#${channel}`, {
    alertChannelId: { ref: channel },
    [field]: { ref: name },
    activated: true,
  })
}

it('reports every mistake at once, each with its place, its field and what to change', async () => {
  expect(
    await load({
      'a.yaml': `project: { logicalId: shop, name: Shop }
cheks: {}
checks:
  health:
    checkType: API
    name: 3
    grup: shop
    group: shpo
    frequency: 7
    request: { method: GET, url: "\${env:MISSING}" }
  home:
    checkType: BROWSR
    name: Home
  page:
    checkType: BROWSER
    name: Page
    script: { file: gone.ts }
  port:
    checkType: TCP
    name: Port
    request: { hostname: a.example }
  "not a name": {}
groups:
  shop: { name: Shop }
`,
      'b.yaml': `groups:
  shop: { name: Again, alertChannels: [3, nobody] }
project: { logicalId: b }
`,
    }),
  ).toEqual([
    'a.yaml:2:1  cheks is unknown: did you mean checks?',
    'a.yaml:6:11  checks.health.name must be a string: put it in quotes',
    'a.yaml:7:5  checks.health.grup is unknown: did you mean group?',
    'a.yaml:9:16  checks.health.frequency must be one of: 0, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440',
    'a.yaml:10:34  checks.health.request.url needs the environment variable MISSING, which is not set.',
    expect.stringMatching(/^a\.yaml:12:16 {2}checks\.home\.checkType must be one of: API, URL, /),
    'a.yaml:17:21  checks.page.script.file names gone.ts, which does not exist.',
    'a.yaml:21:14  checks.port.request.port is required',
    'a.yaml:22:3  checks.not a name must be named by at most 100 letters, digits, _ - / # and dots',
    'b.yaml:2:3  groups.shop is the name of a group in a.yaml:24 too: choose another.',
    'b.yaml:3:1  project stands in a.yaml too: one file has it.',
  ])
})

it('finds names that are in no file, and says how to name what exists already', async () => {
  const text = `project: { logicalId: shop, name: Shop }
groups:
  shop: { name: Shop, alertChannels: [3, ops] }
  other: { name: Other, alertChannels: [ops-mial, { ad: 3 }] }
  third: { name: Third, alertChannels: [ops-mial, pager] }
alertChannels:
  ops-mail: { type: EMAIL, config: { address: ops@shop.example } }
`
  expect(await load({ 'a.yaml': text })).toEqual([
    'a.yaml:3:39  groups.shop.alertChannels[0] must be a string or an object: put it in quotes',
    'a.yaml:4:51  groups.other.alertChannels[1].id is required',
    'a.yaml:4:53  groups.other.alertChannels[1].ad is unknown: did you mean id?',
    'a.yaml:5:41  groups.third.alertChannels[0] names the alert channel "ops-mial", which is in no file. Did you mean ops-mail?',
    'a.yaml:5:51  groups.third.alertChannels[1] names the alert channel "pager", which is in no file. Known are ops-mail. For one that is in no file write { id: … }.',
  ])
})

it('refuses what YAML should not do in such files: tags, many documents, aliases that explode or repeat themselves', async () => {
  const levels = 'abcdefgh'.split('').map((name, index, all) => {
    const before = all[index - 1]
    return `${name}: &${name} [${Array.from({ length: 9 }, () => (before ? `*${before}` : 'x')).join(', ')}]`
  })
  const project = 'project: { logicalId: a, name: A }\n'
  expect(await load({ 'a.yaml': 'a: !run x\na: 1\n' })).toEqual([
    'a.yaml:2:1  The same name stands here twice.',
    'a.yaml:1:4  Tags such as `!name` are not supported.',
  ])
  expect(await load({ 'a.yaml': 'a: 1\n---\nb: 2\n' })).toEqual([
    'a.yaml:2:1  A file holds one document. Move what follows `---` to another file.',
  ])
  expect(await load({ 'a.yaml': 'a: [{ b: ${env:HOST} }]\n' })).toContainEqual(
    expect.stringMatching(/^a\.yaml:1:\d+ {2}.* A text with \$\{env:…\} needs quotes between braces or brackets\.$/),
  )
  expect(await load({ 'a.yaml': levels.join('\n') })).toEqual([
    'a.yaml  Aliases repeat too much here. Write out what they stand for.',
  ])
  const [cycle] = await load({
    'a.yaml': `${project}checks:\n  a: &a { checkType: URL, name: A, request: *a }\n`,
  }).then((found) => (Array.isArray(found) ? found : []))
  expect(cycle).toMatch(/is nested too deeply, or has an alias in what it repeats\.$/)
  expect(await load({ 'a.yaml': `${project}groups: { a: { name: 'Price in $\${env:HOST}' } }` })).toMatchObject({
    resources: [{ payload: { name: 'Price in ${env:HOST}' } }],
  })
})

it('says what an empty directory lacks', async () => {
  expect(await load({ 'a.yaml': '' })).toEqual([
    '.  No file has a project. Add `project: { logicalId: …, name: … }` to one of them.',
  ])
  expect(await load({ 'a.yaml': '- 1' })).toEqual([
    expect.stringContaining('No file has a project'),
    'a.yaml:1:1  A file holds sections, for example `checks:`, with resources by their names.',
  ])
})
